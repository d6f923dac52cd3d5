import { equal, ok } from 'node:assert/strict';
import type { TraceSummary } from '../../schemas/traces/routes.ts';
import { goFault } from './go-json.ts';
import { goStructs } from './go-structs.ts';
import { until } from './until.ts';

export type ReadEvent = { readonly event: string; readonly data: string; readonly id: string };

/** The clients' scanner fails on a longer line. */
const lineBytesMax = 64 * 1024;

/**
 * Takes lines as the clients in Go do: prefixes with their blank, the last data line counts, an empty
 * line ends the event. Anything else is passed over, but for ids, which browsers keep.
 */
export function openEventParser() {
  const events: ReadEvent[] = [];
  const ignored: string[] = [];
  let rest = '';
  let current = { event: '', data: '', id: '' };
  const line = (text: string): void => {
    ok(Buffer.byteLength(text) < lineBytesMax, `a line of ${text.length} characters`);
    ok(!text.includes('\r'), 'expected LF alone');
    if (text.startsWith('event: ')) current.event = text.slice(7);
    else if (text.startsWith('data: ')) current.data = text.slice(6);
    else if (text.startsWith('id: ')) current.id = text.slice(4);
    else if (text !== '') ignored.push(text);
    else if (current.data !== '') {
      events.push(current);
      current = { event: '', data: '', id: current.id };
    }
  };
  return {
    events,
    ignored,
    add: (text: string): void => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(line);
    },
  };
}

export type EventReader = Awaited<ReturnType<typeof openEventReader>>;

/** A stream of traces that has begun; every event of it must decode into the clients' struct. */
export async function openEventReader(
  url: string,
  key: string,
  { query = '', lastEventId }: { query?: string; lastEventId?: string | undefined } = {},
) {
  const leaving = new AbortController();
  const response = await fetch(`${url}/v1/traces/stream${query}`, {
    headers: {
      'X-API-Key': key,
      Accept: 'text/event-stream',
      ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
    },
    signal: leaving.signal,
  });
  if (response.status !== 200) equal(response.status, 200, await response.text());
  const parser = openEventParser();
  const decoder = new TextDecoder();
  const reading = (async () => {
    for await (const chunk of response.body ?? []) {
      parser.add(decoder.decode(chunk as Uint8Array, { stream: true }));
    }
  })();
  const ended = reading.catch(error => {
    if (!leaving.signal.aborted) throw error;
  });
  ended.catch(() => undefined);
  await until('the stream to begin', () => parser.ignored.includes(': connected'));
  const traces = (): TraceSummary[] =>
    parser.events
      .filter(({ event }) => event === 'trace')
      .map(({ data }) => {
        equal(goFault(data, goStructs.streamTraces), undefined);
        return JSON.parse(data) as TraceSummary;
      });
  return {
    headers: response.headers,
    events: parser.events,
    comments: parser.ignored,
    traces,
    ids: () => traces().map(({ trace_id: id }) => id),
    /** Resolves when the server ends the stream. */
    ended,
    close: async () => {
      leaving.abort();
      await ended;
    },
  };
}
