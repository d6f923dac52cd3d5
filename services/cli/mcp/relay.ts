import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type Message, messageOf, refusalOf } from './message.ts';
import type { Post } from './post.ts';

type Relay = {
  /** A message a line, as the protocol has it over stdio. */
  readonly input: Readable;
  readonly write: (line: string) => void;
  readonly post: Post;
  readonly ended: AbortSignal;
};

/** Messages that are under way at once; further lines wait to be read. */
const atOnceMax = 8;

const parseErrorCode = -32_700;
const unavailableCode = -32_001;

/** Hands each message to the server, and each answer back as it comes, until the input ends. */
export async function relay({ input, write, post, ended }: Relay): Promise<void> {
  const underWay = new Map<Promise<void>, AbortController>();
  const byId = new Map<Message['id'], AbortController>();
  const answer = async (line: string, leaving: AbortController): Promise<void> => {
    const message = messageOf(line);
    if (message === undefined)
      return write(refusalOf(undefined, parseErrorCode, 'no JSON-RPC message'));
    cancel(message, byId);
    if (message.id !== undefined) byId.set(message.id, leaving);
    const text = await answerOf(line, message, { post, signal: leaving.signal });
    byId.delete(message.id);
    if (text !== '' && !leaving.signal.aborted) write(text);
  };
  for await (const line of linesOf(input, ended)) {
    const leaving = new AbortController();
    const work = answer(line, leaving).finally(() => underWay.delete(work));
    underWay.set(work, leaving);
    if (underWay.size >= atOnceMax) await Promise.race(underWay.keys());
  }
  if (ended.aborted) for (const leaving of underWay.values()) leaving.abort();
  await Promise.all(underWay.keys());
}

async function* linesOf(input: Readable, ended: AbortSignal): AsyncGenerator<string> {
  const lines = createInterface({ input, signal: ended, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) if (line.trim() !== '') yield line;
}

/** A request that its client does not wait for any more: no server keeps it, so it ends here. */
function cancel(
  { method, params = {} }: Message,
  byId: ReadonlyMap<Message['id'], AbortController>,
): void {
  if (method === 'notifications/cancelled') byId.get(params.requestId as Message['id'])?.abort();
}

async function answerOf(
  line: string,
  message: Message,
  { post, signal }: { readonly post: Post; readonly signal: AbortSignal },
): Promise<string> {
  try {
    return await post(line, message, signal);
  } catch (error) {
    const { message: text } = error as Error;
    return message.id === undefined
      ? ''
      : refusalOf(message.id, unavailableCode, `the server does not answer: ${text}`);
  }
}
