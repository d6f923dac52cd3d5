import type { TopicLog } from '../../platform/topic-log/port.ts';
import { signalHeaders, topics } from '../../schemas/topics.ts';
import { type TraceArrivalNotification, tracesSignal } from '../../schemas/traces/arrivals.ts';
import type { Ask } from '../support/expected-state-queries.ts';
import { recordsOf } from './deltas.ts';

/** Every trace whose root is stored was told of at least once, and none that is not stored. */
export async function signalFaults(
  topicLog: TopicLog,
  organizations: readonly string[],
  ask: Ask,
): Promise<string[]> {
  const told = await toldTraces(topicLog);
  const faults: string[] = [];
  for (const organization of organizations) {
    const rows = await ask(
      `SELECT replaceAll(toString(trace_id), '-', '') AS id FROM traces
       WHERE organization = {organization:UUID} GROUP BY trace_id HAVING max(root_service) != ''`,
      { organization },
    );
    const stored = new Set(rows.map(({ id }) => id));
    const heard = told.get(organization) ?? new Set();
    const silent = [...stored].filter(id => id !== undefined && !heard.has(id));
    if (silent.length > 0) faults.push(`signals: ${silent.length} traces were not told of`);
    const invented = [...heard].filter(id => !stored.has(id));
    if (invented.length > 0) faults.push(`signals: ${invented.length} traces are not stored`);
  }
  return faults;
}

async function toldTraces(topicLog: TopicLog): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const told = new Map<string, Set<string>>();
  const partitions = await topicLog.partitions(topics.traceArrivals);
  for (let partition = 0; partition < partitions; partition++) {
    for await (const { key, headers, value } of recordsOf(
      topics.traceArrivals,
      partition,
      topicLog,
    )) {
      if (headers[signalHeaders.kind] !== tracesSignal) continue;
      const { roots }: TraceArrivalNotification = JSON.parse(Buffer.from(value).toString());
      const ids = told.get(key) ?? new Set();
      for (const id of roots) ids.add(id);
      told.set(key, ids);
    }
  }
  return told;
}
