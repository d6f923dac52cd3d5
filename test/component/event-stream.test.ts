import { deepEqual, equal } from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:http';
import type { Handler } from '../../platform/http/handler.ts';
import { commentText, eventStream, eventText } from '../../platform/http/responses/event-stream.ts';
import { openEventParser } from '../support/event-reader.ts';
import { readKey, startTestApp, type TestApp } from '../support/http-app.ts';
import { until } from '../support/until.ts';

describe('a stream of events', () => {
  it('is read by clients in Go, whatever is in it', () => {
    const parser = openEventParser();
    const data = { text: 'a\r\nb\n\ndata: c\u2028ß', more: [null, 1.5] };
    const text =
      commentText('connected') +
      eventText({ event: 'heartbeat', data: {} }) +
      eventText({ event: 'trace', id: '7-1', data });
    for (const part of text.match(/.{1,5}/gs) ?? []) parser.add(part);
    deepEqual(parser.ignored, [': connected']);
    deepEqual(
      parser.events.map(({ event, id }) => [event, id]),
      [
        ['heartbeat', ''],
        ['trace', '7-1'],
      ],
    );
    deepEqual(JSON.parse(parser.events[1]?.data ?? ''), data);
  });

  describe('over HTTP', () => {
    let app: TestApp;
    const seen = { begun: 0, aborted: 0, ended: 0 };
    const streams: Handler<'streamTraces'> = async () => ({
      status: 200,
      body: eventStream(
        signal => {
          seen.begun++;
          signal.addEventListener('abort', () => seen.aborted++);
          return texts(signal);
        },
        () => seen.ended++,
      ),
    });

    /** One text at once, and then none for ever. */
    async function* texts(signal: AbortSignal): AsyncGenerator<string> {
      yield 'hello\n\n';
      await once(signal, 'abort');
    }

    before(async () => {
      app = await startTestApp({ streamTraces: streams });
    });

    after(() => app.stop());

    it('sends what is there, and ends for whoever leaves', async () => {
      const request = get(`${app.url}/v1/traces/stream`, { headers: { 'X-API-Key': readKey } });
      const [response] = await once(request, 'response');
      equal(response.headers['content-type'], 'text/event-stream; charset=utf-8');
      const [chunk] = await once(response, 'data');
      equal(String(chunk), 'hello\n\n');
      deepEqual(seen, { begun: 1, aborted: 0, ended: 0 });
      response.destroy();
      await until('the stream to end', () => seen.ended === 1);
      equal(seen.aborted, 1);
    });

    it('does not go on for a request that wants the head alone', async () => {
      const { status } = await fetch(`${app.url}/v1/traces/stream`, {
        method: 'HEAD',
        headers: { 'X-API-Key': readKey },
      });
      equal(status, 200);
      await until('the stream to end', () => seen.ended === seen.begun && seen.begun > 1);
    });
  });
});
