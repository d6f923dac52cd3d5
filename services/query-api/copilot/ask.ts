import type { IncomingHttpHeaders } from 'node:http';
import type { Handler } from '../../../platform/http/handler.ts';
import { internalError, toProblem } from '../../../platform/http/problem.ts';
import { eventStream, eventText } from '../../../platform/http/responses/event-stream.ts';
import type { Log } from '../../../platform/log.ts';
import { answerFromData, type CopilotReads, type Part } from './answer.ts';
import { distinct } from './references.ts';

/** POST /v1/copilot/ask: the answer as it is found, or whole as JSON. */
export const askCopilot =
  ({ log }: { readonly log: Log }, reads: CopilotReads): Handler<'askCopilot'> =>
  async request => {
    const parts = answerFromData(request.body.question.trim(), request, reads);
    if (wantsJson(request.headers)) return wholeAnswer(parts);
    return {
      status: 200,
      headers: { 'X-Accel-Buffering': 'no' },
      body: eventStream(
        () => textEvents(parts, log),
        () => undefined,
      ),
    };
  };

async function wholeAnswer(parts: AsyncIterable<Part>) {
  const found: Part[] = [];
  for await (const part of parts) found.push(part);
  return {
    status: 200,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: {
      answer: found.map(({ text }) => text).join('\n\n'),
      conversation_id: null,
      references: distinct(found.flatMap(({ references }) => references)),
    },
  };
}

/** Clients know `text`, `error` and `done` only, and need a line of data in each. */
async function* textEvents(parts: AsyncIterable<Part>, log: Log): AsyncGenerator<string> {
  try {
    let between = '';
    for await (const { text } of parts) {
      for (const token of tokensOf(`${between}${text}`))
        yield eventText({ event: 'text', data: token });
      between = '\n\n';
    }
    yield eventText({ event: 'done', data: {} });
  } catch (error) {
    const problem = toProblem(error);
    if (problem === undefined) log.error({ err: error }, 'an answer of the assistant failed');
    yield eventText({ event: 'error', data: { message: (problem ?? internalError()).message } });
  }
}

const tokenCharacters = 80;

/** Pieces of an answer; a client takes no line of 64 KiB, and no character is cut in two. */
function* tokensOf(text: string): Generator<string> {
  const characters = [...text];
  for (let at = 0; at < characters.length; at += tokenCharacters)
    yield characters.slice(at, at + tokenCharacters).join('');
}

function wantsJson({ accept = '' }: IncomingHttpHeaders): boolean {
  return accept.includes('application/json') && !accept.includes('text/event-stream');
}
