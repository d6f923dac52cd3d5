import { equal, match } from 'node:assert/strict';
import { until } from './until.ts';

export type SdkEvent = { readonly event: string; readonly data: string };

/** Reads a stream as the SDK for Node does: by lines that end with a line feed, and blank lines between events. */
export async function openSdkStream(url: string, key: string) {
  const leaving = new AbortController();
  const headers = { 'X-API-Key': key, Accept: 'text/event-stream' };
  const response = await fetch(url, { headers, signal: leaving.signal });
  equal(response.status, 200);
  match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
  const events: SdkEvent[] = [];
  let text = '';
  let isOver = false;
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      parse();
    }
  };
  let parsed = 0;
  const parse = (): void => {
    for (;;) {
      const end = text.indexOf('\n\n', parsed);
      if (end === -1) return;
      const lines = text.slice(parsed, end).split('\n');
      parsed = end + 2;
      const data = lines.filter(line => line.startsWith('data: ')).map(line => line.slice(6));
      const event = lines.find(line => line.startsWith('event: '))?.slice(7) ?? '';
      events.push({ event, data: data.join('\n') });
    }
  };
  void read()
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
    });
  return {
    text: () => text,
    events,
    /** The data of the next event of a name, beginning with the first that was not taken. */
    next: async <Data>(name: string): Promise<Data> => {
      const found = await until(`the event ${name}`, () => {
        const at = events.findIndex(({ event }) => event === name);
        return at >= 0 && events.splice(0, at + 1).at(-1);
      });
      return JSON.parse(found.data) as Data;
    },
    over: () => until('the end of the stream', () => isOver),
    leave: () => leaving.abort(),
  };
}
