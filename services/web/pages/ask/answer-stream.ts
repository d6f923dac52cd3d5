import { createParser } from 'eventsource-parser';
import { ApiProblem } from '../../data/problem.ts';

/** Reads an answer as it is found, and gives each piece; throws `ApiProblem` when it could not be finished. */
export async function readAnswer(
  { body }: Response,
  onText: (piece: string) => void,
): Promise<void> {
  let end: 'done' | ApiProblem | undefined;
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'text') onText(JSON.parse(data) as string);
      if (event === 'done') end = 'done';
      if (event === 'error') end = broken((JSON.parse(data) as { message: string }).message);
    },
  });
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  for (;;) {
    const chunk = await reader?.read().catch((error: unknown) => {
      throw error instanceof DOMException ? error : broken(cutOff);
    });
    if (chunk?.value === undefined) break;
    parser.feed(decoder.decode(chunk.value, { stream: true }));
  }
  if (end !== 'done') throw end ?? broken(cutOff);
}

const cutOff = 'The answer was cut off. Ask again.';

const broken = (message: string): ApiProblem =>
  new ApiProblem({
    message,
    status: 200,
    code: 'broken_answer',
    requestId: undefined,
    retryAfter: undefined,
  });
