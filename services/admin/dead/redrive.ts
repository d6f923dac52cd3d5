import { createMutex } from '../../../platform/async/mutex.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import type { TopicLog } from '../../../platform/topic-log/port.ts';
import { deadLetterHeaders, deadLetterTopic } from '../../../schemas/topics.ts';
import type { AdminContext } from '../context.ts';
import {
  type DeadLetter,
  isWaiting,
  originalHeaders,
  readDeadLetters,
  recordOf,
} from './dead-letters.ts';

/**
 * `dead redrive`: the records named, or all that were not redriven yet, one request after the
 * other, so that two concurrent calls for all send each once. After a crash between the record and its mark
 * the next call sends it twice, which its reader recognises by the content.
 */
export function redrive({ platform: { topicLog }, clock }: AdminContext): Handler<'adminRedrive'> {
  const exclusive = createMutex();
  return ({ body: { ids, all } }) =>
    exclusive(async () => {
      const { letters, left } = all === true ? await waiting(topicLog) : await named(ids, topicLog);
      for (const letter of letters) await sendAgain(letter, topicLog, clock());
      return { status: 200, body: { redriven: letters.length, ...(left > 0 && { left }) } };
    });
}

type Chosen = { readonly letters: readonly DeadLetter[]; readonly left: number };

async function waiting(topicLog: TopicLog): Promise<Chosen> {
  const { letters, left } = await readDeadLetters(topicLog);
  return { letters: letters.filter(isWaiting), left };
}

async function named(ids: readonly string[] = [], topicLog: TopicLog): Promise<Chosen> {
  const wanted = new Set(ids);
  const { letters } = await readDeadLetters(topicLog, { ids: wanted });
  const byId = new Map(letters.map(letter => [letter.id, letter]));
  const chosen = [...wanted].map(id => {
    const letter = byId.get(id);
    if (letter === undefined) throw notFound(`there is no dead letter ${id}`);
    return letter;
  });
  return { letters: chosen, left: 0 };
}

async function sendAgain(letter: DeadLetter, topicLog: TopicLog, atMs: number): Promise<void> {
  const { id, topic, place } = letter;
  const record = await recordOf(letter, topicLog);
  if (record === undefined) throw notFound(olderThanLog(id));
  // To the partition it came from, where its repeats are known.
  await topicLog.append(topic, [
    {
      key: record.key,
      partition: letter.partition,
      value: record.value,
      headers: originalHeaders(record.headers),
    },
  ]);
  await topicLog.append(deadLetterTopic(topic), [
    {
      key: record.key,
      partition: place.partition,
      value: new Uint8Array(),
      headers: { [deadLetterHeaders.redriven]: id, [deadLetterHeaders.atMs]: String(atMs) },
    },
  ]);
}

export const olderThanLog = (id: string): string =>
  `the dead letter ${id} is older than the log goes back`;
