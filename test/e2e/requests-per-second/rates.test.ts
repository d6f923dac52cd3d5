import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUuid } from '../../../platform/uuid.ts';
import { callApi } from '../../support/api-call.ts';
import { onBothEngines } from '../../support/both-engines.ts';
import type { WholeTidemark } from '../../support/cluster.ts';
import { freshSpan, senderTo } from '../../support/otel-send.ts';
import { body, traces } from '../../support/otlp.ts';
import { until } from '../../support/until.ts';

const perSecond = 2;
const atOnce = 20;

onBothEngines('the rate of a key', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let key: string;

  const read = () => callApi(tidemark.url, { path: '/v1/organization', key });
  const rename = () =>
    callApi(tidemark.url, {
      method: 'PATCH',
      path: '/v1/organization',
      key,
      body: { name: 'Acme' },
    });

  before(async function () {
    tidemark = await start(this, { TIDEMARK_REQUESTS_PER_SECOND: String(perSecond) });
    key = (await tidemark.account(`ada-${randomUuid()}@example.org`, 'checkout')).key;
  });
  after(() => tidemark?.close());

  for (const [what, name, call] of [
    ['reads', 'reads', read],
    ['commands', 'commands', rename],
  ] as const)
    it(`bounds ${what}, says so, and lets it through again`, async () => {
      const beganMs = performance.now();
      const answers = await Promise.all(Array.from({ length: atOnce }, call));
      const seconds = (performance.now() - beganMs) / 1_000;
      const taken = answers.filter(({ status }) => status === 200);
      ok(taken.length >= perSecond, `${taken.length} taken`);
      ok(taken.length <= perSecond * (1 + seconds), `${taken.length} taken in ${seconds} s`);
      const refused = answers.filter(({ status }) => status === 429);
      equal(taken.length + refused.length, atOnce);
      for (const { headers } of answers) {
        equal(headers.get('RateLimit-Policy'), `"${name}";q=${perSecond};w=1`);
        equal(headers.get('X-RateLimit-Limit'), String(perSecond));
        ok(Number(headers.get('X-RateLimit-Remaining')) < perSecond);
      }
      for (const answer of refused) {
        equal(answer.body.code, 'rate_limited');
        equal(answer.headers.get('Retry-After'), '1');
        equal(answer.headers.get('RateLimit'), `"${name}";r=0;t=1`);
        equal(answer.headers.get('X-RateLimit-Reset'), '1');
      }
      await until('the next request to be taken', async () => (await call()).status === 200);
    });

  it('does not hold for telemetry', async () => {
    const sender = senderTo(tidemark, key);
    const sent = await Promise.all(
      Array.from({ length: atOnce }, () => sender.send(body(traces([freshSpan()]), 'json'))),
    );
    deepEqual(
      sent.map(({ status, headers }) => [status, headers.get('RateLimit')]),
      sent.map(() => [200, null]),
    );
  });
});
