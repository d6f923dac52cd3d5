import { equal, match } from 'node:assert/strict';
import { limits } from '../../services/query-api/config.ts';
import { keyOwner } from '../support/api-keys.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { until } from '../support/until.ts';

const { perKeyMax, perOrganizationMax } = limits.eventPolls;

onBothEngines('requests of one organization that wait', function (start) {
  this.timeout(120_000);
  let server: WholeTidemark;

  before(async function () {
    server = await start(this);
  });
  after(() => server?.close());

  /** Waits for events that never come, until it is aborted. */
  const poll = (key: string, after: string, signal: AbortSignal) =>
    fetch(`${server.url}/v1/events?wait=30&after=${after}`, {
      headers: { 'X-API-Key': key },
      signal,
    });

  it('have a share for each key and organization, and leave the others theirs', async () => {
    const mallory = await keyOwner(server);
    const keys = [
      mallory.first,
      (await mallory.issue('live')).key,
      (await mallory.issue('live')).key,
    ];
    const ada = await keyOwner(server);
    const { next_cursor: end } = (await ada.ask<{ next_cursor: string }>('GET', '/v1/events')).body;
    const leave = new AbortController();
    const refused: { readonly status: number; readonly retryAfter: string | null }[] = [];
    const open = (key: string): void =>
      void poll(key, end, leave.signal).then(
        async ({ status, headers }) =>
          refused.push({ status, retryAfter: headers.get('Retry-After') }),
        () => undefined,
      );
    const one = keys[0] ?? '';
    for (let n = 0; n < perKeyMax + 5; n++) open(one);
    await until('the share of a key to be taken', () => refused.length === 5);
    for (let n = 0; n < perOrganizationMax; n++) open(keys[1 + (n % 2)] ?? '');
    const waiting = perOrganizationMax - perKeyMax;
    await until(
      'that of the organization',
      () => refused.length === 5 + perOrganizationMax - waiting,
    );
    for (const { status, retryAfter } of refused) {
      equal(status, 429);
      match(String(retryAfter), /^\d+$/);
    }
    const own = await ada.ask('GET', '/v1/events?wait=1');
    equal(own.status, 200);
    equal((await ada.ask('GET', '/v1/services')).status, 200);
    equal((await ada.ask('PATCH', '/v1/organization', { body: { name: 'Ada' } })).status, 200);
    leave.abort();
    await until('those who left to be forgotten', async () => {
      const answer = await poll(one, end, AbortSignal.timeout(100)).catch(() => undefined);
      return answer?.status !== 429;
    });
  });
});
