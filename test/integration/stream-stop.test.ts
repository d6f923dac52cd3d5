import { deepEqual } from 'node:assert/strict';
import { openEventReader } from '../support/event-reader.ts';
import { startObservedServer } from '../support/observed-server.ts';
import { freshSpan } from '../support/otel-send.ts';
import { readerOf } from '../support/reader.ts';
import { startServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

describe('a server that stops while streams are open', function () {
  this.timeout(60_000);

  it('ends them in order, and the next one goes on where they ended', async () => {
    const folder = await temporaryFolder();
    const first = await startObservedServer({ folder: folder.path });
    const ada = await readerOf(first, 'ada');
    const stream = await openEventReader(first.url, ada.key);
    const [told, untold] = [freshSpan(), freshSpan()];
    await ada.sendSpans([told]);
    await until('the trace', () => stream.ids().length === 1);
    const stopped = first.stop();
    // A connection that is cut off would reject.
    await stream.ended;
    await stopped;
    const second = await startServer({ folder: folder.path });
    const lastEventId = stream.events.at(-1)?.id;
    const goesOn = await openEventReader(second.url, ada.key, { lastEventId });
    await send(second.url, ada.key, untold);
    await until('the other trace', () => goesOn.ids().length > 0);
    deepEqual(goesOn.ids(), [untold.traceId]);
    await goesOn.close();
    await second.close();
    await folder.remove();
  });
});

const send = (url: string, key: string, span: ReturnType<typeof freshSpan>) =>
  fetch(`${url}/v1/traces`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': key },
    body: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }),
  });
