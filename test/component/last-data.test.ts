import { deepEqual, equal, rejects } from 'node:assert/strict';
import { OverShare, Unavailable } from '../../platform/errors.ts';
import { QueryRejected } from '../../platform/warehouse/port.ts';
import { readLastData } from '../../projections/alerts/last-data.ts';
import type { AlertScope } from '../../schemas/alerts/rule.ts';
import { owner } from '../support/alerts.ts';

const scopes: readonly AlertScope[] = [
  { type: 'service', service: 'checkout' },
  { type: 'global' },
  { type: 'service', service: 'checkout' },
  { type: 'service', service: 'cart' },
];

type Query = (parameters: object, signal: AbortSignal) => Promise<readonly unknown[]>;

const read = (query: Query, { signal } = new AbortController(), of = scopes) =>
  readLastData(
    { organizationId: owner, scopes: of },
    {
      signal,
      warehouse: {
        query: (async (_: string, parameters: object, options: { signal: AbortSignal }) =>
          query(parameters, options.signal)) as never,
      },
    },
  );

const hanging: Query = (_, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

describe('the last data of the services that rules watch', () => {
  it('is read for each service once, and for a global rule not at all', async () => {
    const asked: object[] = [];
    const found = await read(async parameters => {
      asked.push(parameters);
      return [{ service: 'cart', last: 3_600 }];
    });
    deepEqual(found, new Map([['cart', 3_600_000]]));
    deepEqual(asked, [{ organization: owner, services: ['checkout', 'cart'] }]);
    deepEqual(await read(hanging, new AbortController(), [{ type: 'global' }]), new Map());
  });

  it('is not known while the warehouse is away, busy or does not answer', async () => {
    for (const error of [new Unavailable('away'), new OverShare('busy')])
      equal(await read(() => Promise.reject(error)), undefined);
    equal(await read(hanging), undefined);
  });

  it('rejects with the request that ended, and with a statement that is wrong', async () => {
    const request = new AbortController();
    const reading = read(hanging, request);
    request.abort(new Error('gone'));
    await rejects(reading, /gone/);
    await rejects(
      read(() => Promise.reject(new QueryRejected('wrong'))),
      QueryRejected,
    );
  });
});
