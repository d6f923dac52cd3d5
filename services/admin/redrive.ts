import type { Handler } from '../../platform/http/handler.ts';
import { notFound } from '../../platform/http/problem.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import { deadHeaders, deadTopic } from '../../schemas/topics.ts';
import type { AdminContext } from './context.ts';
import { type DeadLetter, originalHeaders, readDeadLetters } from './dead-letters.ts';

/**
 * `dead redrive`: the records named, or all that were not redriven yet. Dying between the record
 * and its mark sends it twice at the next try, which its reader recognises by the content.
 */
export const redrive =
  ({ platform: { topicLog }, clock }: AdminContext): Handler<'adminRedrive'> =>
  async ({ body: { ids, all } }) => {
    const letters = await readDeadLetters(topicLog);
    const chosen = all === true ? letters.filter(({ redriven }) => !redriven) : named(ids, letters);
    for (const letter of chosen) await sendAgain(letter, topicLog, clock());
    return { status: 200, body: { redriven: chosen.length } };
  };

function named(ids: readonly string[] = [], letters: readonly DeadLetter[]): readonly DeadLetter[] {
  const byId = new Map(letters.map(letter => [letter.id, letter]));
  return [...new Set(ids)].map(id => {
    const letter = byId.get(id);
    if (letter === undefined) throw notFound(`there is no dead letter ${id}`);
    return letter;
  });
}

async function sendAgain(letter: DeadLetter, topicLog: TopicLog, atMs: number): Promise<void> {
  const { id, topic, place } = letter;
  const limits = { recordsMax: 1, bytesMax: 1 };
  const [record] = await topicLog.read(deadTopic(topic), place, limits);
  if (record === undefined || record.offset !== place.offset) {
    throw notFound(`the dead letter ${id} is older than the log goes back`);
  }
  // To the partition it came from, where its repeats are known.
  await topicLog.append(topic, [
    {
      key: record.key,
      partition: letter.partition,
      value: record.value,
      headers: originalHeaders(record.headers),
    },
  ]);
  await topicLog.append(deadTopic(topic), [
    {
      key: record.key,
      partition: place.partition,
      value: new Uint8Array(),
      headers: { [deadHeaders.redriven]: id, [deadHeaders.atMs]: String(atMs) },
    },
  ]);
}
