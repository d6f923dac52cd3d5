import { equal, match } from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Log } from '../../platform/log.ts';
import { respond } from '../../services/query-api/copilot/responses.ts';

const headers = { accept: 'text/event-stream' };

/** The lines of the log after an answer that fails, for a client that reads or has left. */
async function linesOf({ hasLeft }: { readonly hasLeft: boolean }): Promise<number> {
  let lines = 0;
  const log = { error: () => void lines++ } as unknown as Log;
  const leaving = new AbortController();
  if (hasLeft) leaving.abort();
  async function* parts() {
    yield { text: 'so far', references: [] };
    throw new Error('the warehouse stopped');
  }
  const answering = { parts: parts(), conversationId: null, keep: async () => undefined, log };
  const { body } = await respond({ headers, signal: leaving.signal }, answering);
  if (!(body instanceof Readable)) throw new Error('expected a stream');
  match(await text(body), /event: error/);
  return lines;
}

describe('an answer of the assistant that fails', () => {
  it('is a line of the log', async () => equal(await linesOf({ hasLeft: false }), 1));

  it('is none when its client has left, which aborts it', async () =>
    equal(await linesOf({ hasLeft: true }), 0));
});
