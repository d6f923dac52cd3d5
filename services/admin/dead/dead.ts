import type { Handler } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import { topics } from '../../../schemas/topics.ts';
import type { AdminContext } from '../context.ts';
import { type DeadLetter, isTopic, isWaiting, readDeadLetters } from './dead-letters.ts';

/** `dead list`: what could not be processed, the latest first. */
export const dead =
  ({ platform }: AdminContext): Handler<'adminDead'> =>
  async ({ query: { topic, limit } }) => {
    if (topic !== undefined && !isTopic(topic)) {
      const known = Object.values(topics).join(', ');
      throw invalidRequest(`expected topic to be one of ${known}, found ${topic}`);
    }
    const only = topic === undefined ? {} : { topic };
    const { letters, total } = await readDeadLetters(platform.topicLog, only);
    const latest = letters.toSorted((left, right) => right.atMs - left.atMs).slice(0, limit);
    return { status: 200, body: { records: latest.map(deadBody), total } };
  };

/** A dead letter as operators read it. */
export const deadBody = (letter: DeadLetter) => {
  const { atMs, place, headers, redrivenAtMs, ...rest } = letter;
  return {
    ...rest,
    redriven: !isWaiting(letter),
    dead_at: new Date(atMs).toISOString(),
    headers: { ...headers },
  };
};
