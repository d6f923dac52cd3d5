import type { TopicLog } from '../../../platform/topic-log/port.ts';
import { windowHeaders } from '../../../schemas/telemetry/window-record.ts';
import { topics } from '../../../schemas/topics.ts';
import { recordsOf } from '../deltas.ts';

export type Outage = { readonly fromMs: number; readonly toMs: number };

const outageMsMin = 30_000;
const missedShareMax = 0.1;

/** Stretches of half a minute and more in which no ingest-api said that it can receive, by what is on the topic. */
export async function outagesIn(topicLog: TopicLog): Promise<readonly Outage[]> {
  const marks: number[] = [];
  const partitions = await topicLog.partitions(topics.windows);
  for (let partition = 0; partition < partitions; partition++)
    for await (const { headers, value } of recordsOf(topics.windows, partition, topicLog))
      if (headers[windowHeaders.kind] === 'receiving')
        marks.push(JSON.parse(Buffer.from(value).toString()).receivingAtMs);
  marks.sort((left, right) => left - right);
  return marks
    .slice(1)
    .map((toMs, index) => ({ fromMs: marks[index] ?? toMs, toMs }))
    .filter(({ fromMs, toMs }) => toMs - fromMs >= outageMsMin);
}

/** Whether a look-back proves no recovery, as nobody could send in more than a tenth of it. */
export function isHeld(outages: readonly Outage[], fromMs: number, toMs: number): boolean {
  const missedMs = outages
    .map(outage => Math.min(toMs, outage.toMs) - Math.max(fromMs, outage.fromMs))
    .reduce((sum, ms) => sum + Math.max(0, ms), 0);
  return missedMs > missedShareMax * (toMs - fromMs);
}
