import { z } from 'zod';
import { CommandFailed } from './errors.ts';

const progress = z.object({ done: z.number() });
const problem = z.object({ error: z.string() });

/** The `result` of an event stream; `onProgress` gets the share that is done. Throws the `error` that it ends with. */
export async function lastOfStream(
  body: ReadableStream<Uint8Array>,
  onProgress: (done: number) => void,
): Promise<unknown> {
  for await (const { name, data } of eventsOf(body)) {
    if (name === 'result') return data;
    if (name === 'error') throw new CommandFailed(problem.parse(data).error);
    if (name === 'progress') onProgress(progress.parse(data).done);
  }
  throw new CommandFailed('the server ended before the result; try again');
}

type Told = { readonly name: string; readonly data: unknown };

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Told> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    yield* events.map(eventOf);
  }
}

function eventOf(text: string): Told {
  const [, name = '', data = 'null'] = /^event: (.+)\ndata: (.+)$/u.exec(text) ?? [];
  return { name, data: JSON.parse(data) };
}
