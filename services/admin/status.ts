import type { Handler } from '../../platform/http/handler.ts';
import type { LogRecord, PartitionOffset, TopicLog } from '../../platform/topic-log/port.ts';
import { canaryOrganization } from '../../schemas/ids.ts';
import { telemetryHeaders, topics } from '../../schemas/topics.ts';
import { adminLimits } from './config.ts';
import { readConsumerLag } from './consumer-lag.ts';
import type { AdminContext } from './context.ts';
import { isWaiting, readDeadLetters } from './dead/dead-letters.ts';
import { diagnose } from './diagnose.ts';
import { orUndefined } from './or-undefined.ts';

/** `status`: lag, recent requests and problems. */
export const status =
  (context: AdminContext): Handler<'adminStatus'> =>
  async () => {
    const { platform, projections, readiness, halted } = context;
    const [ready, consumers, models, dead, lastDataAtMs, head] = await Promise.all([
      readiness(),
      orUndefined(readConsumerLag(context)),
      orUndefined(projections.lag()),
      orUndefined(readDeadLetters(platform.topicLog)),
      orUndefined(lastData(platform.topicLog)),
      orUndefined(platform.eventStore.head()),
    ]);
    const sinceMs = context.clock() - adminLimits.requestsMsMax;
    const signs = {
      readiness: ready,
      halted: halted(),
      consumers: consumers ?? [],
      projections: models ?? [],
      requests: context.recent().filter(({ at }) => Date.parse(at) > sinceMs),
      dead: dead === undefined ? 0 : dead.letters.filter(isWaiting).length + dead.left,
    };
    return {
      status: 200,
      body: {
        version: context.version,
        url: context.url(),
        roles: [...context.roles],
        started_at: instant(context.startedAtMs),
        status: ready.status,
        cause: diagnose(signs),
        head: head ?? null,
        consumers: consumers ?? null,
        projections: models === undefined ? null : [...models],
        last_data_at: lastDataAtMs === undefined ? null : instant(lastDataAtMs),
        requests: [...context.recent()],
      },
    };
  };

/** When clients' last accepted spans and data points were received, as far back as the logs reach. */
async function lastData(topicLog: TopicLog): Promise<number | undefined> {
  const instants = await Promise.all(
    [topics.spans, topics.metrics].map(topic => lastOf(topic, topicLog)),
  );
  const known = instants.flat().filter(atMs => atMs !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

async function lastOf(topic: string, topicLog: TopicLog): Promise<(number | undefined)[]> {
  const lags = await topicLog.lag('status', topic);
  return Promise.all(
    lags
      .filter(({ end }) => end > 0)
      .map(({ partition, end }) => receivedAtMs(topic, { partition, offset: end - 1 }, topicLog)),
  );
}

/** Of the last record up to a place, without those of the canary. */
async function receivedAtMs(
  topic: string,
  { partition, offset }: PartitionOffset,
  topicLog: TopicLog,
): Promise<number | undefined> {
  const read = (from: number, recordsMax: number, bytesMax: number) =>
    topicLog.read(topic, { partition, offset: from }, { recordsMax, bytesMax });
  const [last] = await read(offset, 1, 1);
  if (last === undefined || !isCanary(last)) return instantOf(last);
  const { canaryRecordsAtOnce: atOnce, canaryReadsMax, canaryReadBytes } = adminLimits;
  for (let reads = 1; reads <= canaryReadsMax && offset > (reads - 1) * atOnce; reads++) {
    const records = await read(Math.max(0, offset - reads * atOnce), atOnce, canaryReadBytes);
    const found = records.findLast(record => !isCanary(record));
    if (found !== undefined) return instantOf(found);
  }
  return undefined;
}

const isCanary = ({ headers }: LogRecord): boolean =>
  headers[telemetryHeaders.organization] === canaryOrganization;

function instantOf(record: LogRecord | undefined): number | undefined {
  const text = record?.headers[telemetryHeaders.receivedAtMs];
  return text === undefined ? undefined : Number(text);
}

const instant = (atMs: number): string => new Date(atMs).toISOString();
