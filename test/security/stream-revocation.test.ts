import { deepEqual, equal } from 'node:assert/strict';
import { sendCommand } from '../../platform/commands/send.ts';
import { hashApiKey } from '../../schemas/api-keys/format.ts';
import type { KeyId } from '../../schemas/ids.ts';
import { limits } from '../../services/query-api/config.ts';
import { revokeApiKey } from '../support/account-commands.ts';
import { onBothEngines } from '../support/both-engines.ts';
import { type CheckedReader, checkedReader } from '../support/checked-reader.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { openEventReader } from '../support/event-reader.ts';
import { freshSpan, newId } from '../support/otel-send.ts';
import { until } from '../support/until.ts';

/** Less than until the first heartbeat, so that nothing else can end the stream. */
const endMsMax = limits.streamHeartbeatMs - 5_000;

onBothEngines('a stream of traces whose key is revoked', function (start) {
  this.timeout(120_000);
  let server: WholeTidemark;
  let ada: CheckedReader;
  let grace: CheckedReader;

  before(async function () {
    server = await start(this);
    ada = await checkedReader(server, 'ada');
    grace = await checkedReader(server, 'grace');
  });

  after(() => server?.close());

  it('ends soon, and no other does', async () => {
    const streams = [
      await openEventReader(server.url, ada.key),
      await openEventReader(server.url, ada.key),
    ];
    const other = await openEventReader(server.url, grace.key);
    let ended = 0;
    for (const stream of streams) void stream.ended.then(() => ended++);
    await revoke(ada.key);
    await until('the key to be refused', async () => (await ada.statusOf('/v1/traces')) === 401);
    await until('the end of both streams', () => ended === streams.length, endMsMax);
    const traceId = newId(32);
    await grace.sendSpans([freshSpan({ traceId })]);
    await until('the trace', () => other.ids().length > 0);
    deepEqual(other.ids(), [traceId]);
    equal(ended, streams.length);
    await other.close();
  });

  async function revoke(key: string): Promise<void> {
    const { type, data, ...envelope } = revokeApiKey(await idOf(key), Date.now());
    await sendCommand({ type, data }, envelope, server.platform);
  }

  async function idOf(key: string): Promise<KeyId> {
    const found = new AbortController();
    const subscription = { after: -1, signal: found.signal };
    for await (const { events } of server.platform.eventStore.subscribe(subscription)) {
      for (const { event } of events) {
        if (event.type !== 'ApiKeyIssued' || event.data.hash !== hashApiKey(key)) continue;
        found.abort();
        return event.data.keyId;
      }
    }
    throw new Error('expected the key to be issued');
  }
});
