import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { deadLetterTopic, telemetryHeaders } from '../../../schemas/topics.ts';
import type { AdminContext } from '../context.ts';
import { deadBody } from './dead.ts';
import { renderDeadLetterBody } from './dead-letter-body.ts';
import { type DeadLetter, readDeadLetters, recordOf } from './dead-letters.ts';
import { olderThanLog } from './redrive.ts';

/** `dead show`: one dead letter whole, as far as its body can be read. */
export const deadShow =
  ({ platform }: AdminContext): Handler<'adminDeadShow'> =>
  async ({ params: { id } }) => {
    const { letters } = await readDeadLetters(platform.topicLog, { ids: new Set([id]) });
    const [letter] = letters;
    if (letter === undefined) throw notFound(`there is no dead letter ${id}`);
    const record = await recordOf(letter, platform.topicLog);
    if (record === undefined) throw notFound(olderThanLog(id));
    const body = await renderDeadLetterBody(letter, record.value, platform.blobStore);
    return { status: 200, body: { ...deadBody(letter), ...more(letter), body } };
  };

function more({ topic, place, headers, redrivenAtMs }: DeadLetter) {
  const receivedAtMs = headers[telemetryHeaders.receivedAtMs];
  return {
    organization_id: headers[telemetryHeaders.organization] ?? null,
    received_at: receivedAtMs === undefined ? null : instant(Number(receivedAtMs)),
    redriven_at: redrivenAtMs.map(instant),
    kept: { topic: deadLetterTopic(topic), ...place },
  };
}

const instant = (atMs: number): string => new Date(atMs).toISOString();
