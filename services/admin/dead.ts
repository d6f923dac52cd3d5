import type { Handler } from '../../platform/http/handler.ts';
import { invalidRequest } from '../../platform/http/problem.ts';
import { topics } from '../../schemas/topics.ts';
import type { AdminContext } from './context.ts';
import { type DeadLetter, isTopic, readDeadLetters } from './dead-letters.ts';

/** `dead list`: what could not be processed, the latest first. */
export const dead =
  ({ platform }: AdminContext): Handler<'adminDead'> =>
  async ({ query: { topic, limit } }) => {
    if (topic !== undefined && !isTopic(topic)) {
      const known = Object.values(topics).join(', ');
      throw invalidRequest(`expected topic to be one of ${known}, found ${topic}`);
    }
    const letters = await readDeadLetters(platform.topicLog, topic);
    const latest = letters.toSorted((left, right) => right.atMs - left.atMs).slice(0, limit);
    return { status: 200, body: { records: latest.map(bodyOf), total: letters.length } };
  };

const bodyOf = ({ atMs, place, headers, ...letter }: DeadLetter) => ({
  ...letter,
  dead_at: new Date(atMs).toISOString(),
  headers: { ...headers },
});
