import { deepEqual, equal, ok } from 'node:assert/strict';
import { tidemark } from '../support/cli.ts';
import { closeTestWarehouse } from '../support/warehouse.ts';

describe('tidemark demo', function () {
  this.timeout(120_000);
  before(closeTestWarehouse);

  it('proves itself in a few seconds', async () => {
    const { code, records, err } = await tidemark(['demo', '--seconds', '15', '--json']);
    equal(err, '');
    equal(code, 0);
    const sent = records.find(({ kind }) => kind === 'sent');
    ok(Number(sent?.spans) >= 5_000);
    const services = records.filter(({ kind }) => kind === 'service');
    deepEqual(
      services.map(({ service }) => service),
      ['gateway', 'checkout', 'payments'],
    );
    for (const { requests } of services) {
      const { exact, counted } = requests as Record<string, number>;
      equal(counted, exact);
    }
    deepEqual(records.at(-1)?.shortcomings, []);
  });

  it('ends at once when it is interrupted, as something that was not done', async () => {
    const ended = AbortSignal.timeout(4_000);
    const { code, err } = await tidemark(['demo', '--seconds', '60'], {}, ended);
    equal(code, 1);
    equal(err, 'error: the demo was interrupted before anything was compared\n');
  });
});
