import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { randomUuid } from '../../../platform/uuid.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { keyOwner } from '../../support/api-keys.ts';
import { onBothEngines } from '../../support/both-engines.ts';
import type { WholeTidemark } from '../../support/cluster.ts';
import { freshSpan, newId, senderTo, textOf } from '../../support/otel-send.ts';
import { nanosOf, traces } from '../../support/otlp.ts';
import { gauge, metrics, point } from '../../support/otlp-metrics.ts';
import { recordedEvents, sendChunk } from '../../support/replays.ts';
import { smallPlan } from '../../support/small-plan.ts';
import {
  leastSourceMap,
  sourceMapForm,
  uploadSourceMap,
  uploadZip,
} from '../../support/source-maps.ts';
import { storedBytesOf } from '../../support/stored-bytes.ts';
import { until } from '../../support/until.ts';
import { zipOf } from '../../support/zips.ts';

const bytesLimit = 2_000_000;
const origin = 'https://shop.example';

/** Text that no compression makes much shorter. */
const noise = (bytes: number): string => randomBytes((bytes * 3) / 4).toString('base64');

onBothEngines('bytes that an organization stores', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  before(async function () {
    tidemark = await start(this, smallPlan);
  });
  after(() => tidemark?.close());

  const newcomer = async () => {
    const owner = await keyOwner(tidemark);
    const pub = (await owner.issue('pub', { allowed_origins: [origin] })).key;
    return {
      ...owner,
      chunk: (bytes: number, mark = noise(bytes), session = newId(32)) =>
        sendChunk(tidemark.url, pub, {
          session,
          events: recordedEvents(1_790_000_000_000, mark),
          headers: { Origin: origin },
        }),
      map: (bytes: number) => {
        const map = { ...leastSourceMap, sourcesContent: [noise(bytes)] };
        return uploadSourceMap(tidemark.url, owner.first, sourceMapForm(randomUuid(), { map }));
      },
      zip: (count: number, bytes: number) => {
        const files = Array.from({ length: count }, (_, index) => {
          const map = { ...leastSourceMap, debugId: randomUuid(), sourcesContent: [noise(bytes)] };
          return { name: `dist/${index}.js.map`, content: JSON.stringify(map) };
        });
        return uploadZip(tidemark.url, owner.first, zipOf(files));
      },
      capture: async (characters: number): Promise<number> => {
        const place = { service_name: 'checkout', function_name: randomUuid(), label: 'a' };
        const { body } = await owner.ask('POST', '/sdk/snapshots/auto-register', { body: place });
        const captured = { breakpoint_id: body.id, variables: { text: 'x'.repeat(characters) } };
        return (await owner.ask('POST', '/sdk/snapshots/capture', { body: captured })).status;
      },
      usage: async () => {
        await tidemark.caughtUp();
        const { body } = await owner.ask<ResponseOf<'subscription'>>(
          'GET',
          '/v1/billing/subscription',
        );
        return body.usage;
      },
      stored: () => storedBytesOf(tidemark.platform, owner.organization),
    };
  };

  it('end at the limit of the plan when chunks of sessions come with a public key', async () => {
    const eve = await newcomer();
    const ada = await newcomer();
    let accepted = 0;
    for (let sent = 0; sent < 40; sent++) {
      const { status, body, text } = await eve.chunk(200_000);
      if (status === 200) accepted++;
      else deepEqual([status, body.code], [413, 'quota_exceeded'], text);
    }
    ok(accepted > 8 && accepted < 14, `${accepted} of 40 chunks were taken`);
    const stored = await eve.stored();
    ok(stored.replays <= bytesLimit, `${stored.replays} bytes are stored`);
    const refused = await eve.chunk(200_000);
    match(refused.text, /quota exceeded: .*bytes.*\/billing/u);
    deepEqual(await eve.stored(), stored);
    equal((await ada.chunk(200_000)).status, 200);
    equal((await ada.map(200_000)).status, 201);
  });

  it('end at the limit when many chunks come at once', async () => {
    const eve = await newcomer();
    const answers = await Promise.all(Array.from({ length: 30 }, () => eve.chunk(200_000)));
    const accepted = answers.filter(({ status }) => status === 200).length;
    ok(accepted > 8 && accepted < 14, `${accepted} of 30 chunks were taken`);
    ok((await eve.stored()).replays <= bytesLimit);
  });

  it('end at the limit of the plan when source maps come', async () => {
    const eve = await newcomer();
    const ada = await newcomer();
    let accepted = 0;
    for (let sent = 0; sent < 30; sent++) {
      const { status, body, text } = await eve.map(200_000);
      if (status === 201) accepted++;
      else deepEqual([status, body.code], [402, 'quota_exceeded'], text);
    }
    ok(accepted > 8 && accepted < 14, `${accepted} of 30 maps were taken`);
    const stored = await eve.stored();
    ok(stored.source_maps <= bytesLimit, `${stored.source_maps} bytes are stored`);
    equal((await eve.chunk(200_000)).status, 413);
    equal((await ada.map(200_000)).status, 201);
  });

  it('have no map of a zip that has no room as a whole', async () => {
    const ada = await newcomer();
    const { status, body, text } = await ada.zip(20, 200_000);
    deepEqual([status, body.code], [402, 'quota_exceeded'], text);
    equal((await ada.stored()).source_maps, 0);
    equal((await ada.zip(3, 200_000)).status, 201);
    ok((await ada.stored()).source_maps > 300_000);
  });

  it('count by kind, each once however often it is sent', async () => {
    const ada = await newcomer();
    const mark = noise(20_000);
    const session = newId(32);
    for (let sent = 0; sent < 3; sent++)
      equal((await ada.chunk(0, mark, session)).body.duplicate, sent > 0);
    await ada.chunk(30_000);
    await ada.map(40_000);
    const heartbeat = { service_name: 'checkout', status: 'healthy', metadata: { a: 'b' } };
    equal((await ada.ask('POST', '/v1/health/heartbeat', { body: heartbeat })).status, 200);
    for (const characters of [10, 90_000]) equal(await ada.capture(characters), 201);
    const spans = textOf(traces([freshSpan()]));
    const timeUnixNano = nanosOf(Date.now() - 1_000);
    const points = textOf(metrics([gauge('queue', [point(1, { timeUnixNano })])]));
    const { send } = senderTo(tidemark, ada.first);
    for (let sent = 0; sent < 2; sent++) equal((await send(spans)).status, 200);
    equal((await send(points, {}, '/v1/metrics')).status, 200);

    const [{ bytes_used: bytes, bytes_by_kind: kinds }, stored] = await until(
      'every change to be decided',
      async () => {
        const [usage, found] = [await ada.usage(), await ada.stored()];
        return usage.bytes_by_kind.changes === found.changes && ([usage, found] as const);
      },
    );
    ok(stored.replays > 30_000 && stored.source_maps > 25_000, JSON.stringify(stored));
    ok(stored.health > 0 && stored.snapshots > 90_000, JSON.stringify(stored));
    ok(stored.changes > 500, JSON.stringify(stored));
    const telemetry = { traces: spans.length, metrics: points.length };
    deepEqual(kinds, { ...telemetry, webhooks: 0, ...stored });
    equal(
      bytes,
      Object.values(kinds).reduce((sum, count) => sum + count, 0),
    );
    const { body: months } = await ada.ask<ResponseOf<'billingUsage'>>('GET', '/v1/billing/usage');
    const [month, ...earlier] = months.months;
    deepEqual(
      [earlier, month?.status, month?.traces, month?.bytes, month?.changes_bytes, month?.recount],
      [[], 'open', 1, bytes, kinds.changes, null],
    );
    const sum = (of: (day: NonNullable<typeof month>['days'][number]) => number): number =>
      (month?.days ?? []).reduce((total, day) => total + of(day), 0);
    deepEqual(
      [
        sum(day => day.requests),
        sum(day => day.accepted_spans),
        sum(day => day.accepted_points),
        sum(day => day.bytes),
      ],
      [2, 1, 1, bytes - kinds.changes],
    );
    await ada.chunk(0, mark, session);
    equal((await ada.usage()).bytes_used, bytes);
  });
});
