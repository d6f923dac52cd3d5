import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { lateProblem } from '../../../platform/http/problem.ts';
import { eventStream, eventText } from '../../../platform/http/responses/event-stream.ts';
import type { Log } from '../../../platform/log.ts';
import type { Reference } from '../../../schemas/copilot/reference.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { Part } from './reading.ts';
import { distinct } from './references.ts';

/** All of an answer. */
export type Answer = { readonly text: string; readonly references: readonly Reference[] };

/** What is done with an answer once all of it is there, before the client learns that this is so. */
type Keep = (answer: Answer) => Promise<void>;

type Answering = {
  readonly parts: AsyncIterable<Part>;
  readonly conversationId: string | null;
  readonly keep: Keep;
  readonly log: Log;
  /** Whether a client that names nothing it accepts reads a stream. */
  readonly isStreamPreset?: boolean;
};

type Asked = { readonly headers: IncomingHttpHeaders; readonly signal: AbortSignal };

type AnswerResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ResponseOf<'askCopilot'> | Readable;
};

/** The answer whole as JSON, or as it is found where the client wants a stream. */
export async function respond(
  { headers, signal }: Asked,
  answering: Answering,
): Promise<AnswerResponse> {
  if (!wantsStream(headers, answering)) return wholeAnswer(answering);
  const body = eventStream(
    () => textEvents(answering, signal),
    () => undefined,
  );
  return { status: 200, headers: { 'X-Accel-Buffering': 'no' }, body };
}

const between = '\n\n';

async function wholeAnswer({ parts, conversationId, keep }: Answering): Promise<AnswerResponse> {
  const found: Part[] = [];
  for await (const part of parts) found.push(part);
  const { text, references } = joined(found);
  await keep({ text, references });
  return {
    status: 200,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: { answer: text, conversation_id: conversationId, references: [...references] },
  };
}

/** A part as it follows those before it. */
const textAfter = ({ text, continues }: Part, index: number): string =>
  index === 0 || continues === true ? text : between + text;

const joined = (parts: readonly Part[]): Answer => ({
  text: parts.map(textAfter).join(''),
  references: distinct(parts.flatMap(({ references }) => references)),
});

/** Clients know `text`, `error` and `done` only, and need a line of data in each. */
async function* textEvents(
  { parts, keep, log }: Answering,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const found: Part[] = [];
  try {
    for await (const part of parts) {
      for (const token of tokensOf(textAfter(part, found.length)))
        yield eventText({ event: 'text', data: token });
      found.push(part);
    }
    await keep(joined(found));
    yield eventText({ event: 'done', data: {} });
  } catch (error) {
    const { message } = lateProblem(error, signal, () =>
      log.error({ err: error }, 'an answer of the assistant failed'),
    );
    yield eventText({ event: 'error', data: { message } });
  }
}

const tokenCharacters = 80;

/** Pieces of an answer; a client takes no line of 64 KiB, and no character is cut in two. */
function* tokensOf(text: string): Generator<string> {
  const characters = [...text];
  for (let at = 0; at < characters.length; at += tokenCharacters)
    yield characters.slice(at, at + tokenCharacters).join('');
}

const wantsStream = (
  { accept }: IncomingHttpHeaders,
  { isStreamPreset = false }: Answering,
): boolean => accept?.includes('text/event-stream') ?? isStreamPreset;
