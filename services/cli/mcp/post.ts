import { z } from 'zod';
import { headersOf, type Message, refusalOf } from './message.ts';

export type Post = (line: string, message: Message, signal: AbortSignal) => Promise<string>;

const answerMsMax = 120_000;
const problem = z.looseObject({ error: z.string() });

/** JSON-RPC leaves these codes to implementations. */
const refusedCode = -32_000;

/** Sends a message to the server; the answer as one line, which is empty for a notification. */
export const openPost =
  (url: string, key: string): Post =>
  async (line, message, signal) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'X-API-Key': key,
        'User-Agent': 'tidemark-cli',
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...headersOf(message),
      },
      body: line,
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerMsMax)]),
    });
    const text = await response.text();
    if (message.id === undefined) return '';
    return isAnswer(text)
      ? oneLine(text)
      : refusalOf(message.id, refusedCode, sentenceOf(text, response));
  };

const isAnswer = (text: string): boolean => text.includes(`"jsonrpc"`);

/** A line break in JSON is white space: inside of texts it is written as an escape. */
const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/gu, ' ').trim();

function sentenceOf(text: string, { status }: Response): string {
  try {
    return problem.parse(JSON.parse(text)).error;
  } catch {
    return `the server answered ${status}`;
  }
}
