import type { Engines } from '../platform/config/engines.ts';
import type { RoleName } from '../platform/config/role-names.ts';
import type { Check } from '../platform/http/probes.ts';
import { checkEvaluatorTime } from '../projections/alerts/evaluator-time.ts';
import { checkHealthMonitoring } from './health-monitoring.ts';
import type { RoleDependencies } from './roles.ts';

/** No blob has this name: reading it costs one round trip and nothing else. */
const noBlob = 'none';

/** What each dependency of the chosen roles must be able to do. Only reads are nothing without theirs. */
export function createHealthChecks({
  context: { warehouse, topicLog, eventStore, blobStore, configuration, disk, clock, mailWorks },
  chosen,
  halts,
}: {
  readonly context: RoleDependencies;
  readonly chosen: readonly RoleName[];
  /** Sentences of parts that stopped for good. */
  readonly halts: readonly string[];
}): readonly Check[] {
  const { engines } = configuration;
  const halted: Check = {
    name: 'processor',
    missing: 'degraded',
    run: async () => {
      const [halt] = halts;
      if (halt !== undefined) throw new Error(halt);
    },
  };
  const reads: Check = {
    ...named('warehouse', 'clickhouse', engines),
    missing: chosen.includes('query-api') ? 'unready' : 'degraded',
    run: async () => void (await warehouse.query('SELECT 1 AS one', {}, { reader: 'probes' })),
  };
  const log: Check = {
    ...named('topic-log', 'kafka', engines),
    missing: 'degraded',
    run: () => topicLog.check(),
  };
  const events: Check = {
    ...named('event-store', 'kurrentdb', engines),
    missing: 'degraded',
    run: async () => void (await eventStore.head()),
  };
  const blobs: Check = {
    ...named('blob-store', 's3', engines),
    missing: 'degraded',
    run: async () => void (await blobStore.get(noBlob)),
  };
  const room = degrading('disk', async () => disk.ensureRoom());
  const evaluated = degrading('alert-evaluation', () => checkEvaluatorTime(topicLog, clock()));
  const monitored = degrading('health-monitoring', () => checkHealthMonitoring(topicLog, clock()));
  const mailed: Check = {
    name: 'mail',
    ...(configuration.smtpUrl !== undefined && { product: 'SMTP' }),
    missing: 'degraded',
    run: mailWorks,
  };
  const any = (...names: readonly RoleName[]): boolean => names.some(name => chosen.includes(name));
  return [
    ...(any('query-api', 'processor', 'evaluator', 'monitor') ? [reads] : []),
    ...(any('ingest-api', 'processor', 'decider', 'evaluator', 'monitor') ? [log] : []),
    events,
    room,
    ...(any('ingest-api', 'processor', 'notifier') ? [blobs] : []),
    ...(any('notifier') ? [mailed] : []),
    ...(any('processor') ? [halted] : []),
    ...(any('evaluator') ? [evaluated] : []),
    ...(any('monitor') ? [monitored] : []),
  ];
}

const degrading = (name: string, run: Check['run']): Check => ({ name, missing: 'degraded', run });

const products = { kafka: 'Kafka', clickhouse: 'ClickHouse', kurrentdb: 'KurrentDB', s3: 'S3' };

/** Operators of servers know them by their own names. */
const named = (name: string, engine: keyof Engines, engines: Engines) => ({
  name,
  ...(engines[engine] !== undefined && { product: products[engine] }),
});
