import type { Engines } from '../platform/config/engines.ts';
import type { RoleName } from '../platform/config/role-names.ts';
import type { Check } from '../platform/http/probes.ts';
import { checkEvaluatorTime } from '../projections/alerts/evaluator-time.ts';
import type { DependencyName } from '../schemas/probes/dependency-names.ts';
import { checkHealthMonitoring } from './health-monitoring.ts';
import type { RoleDependencies } from './roles.ts';

/** No blob has this name: reading it costs one round trip and nothing else. */
const noBlob = 'none';

type NamedCheck = Check & { readonly name: DependencyName };

const rolesOfTopicLog: readonly RoleName[] = [
  'ingest-api',
  'processor',
  'decider',
  'evaluator',
  'monitor',
];

/** Whether one of the roles can do nothing without the topic log. */
export const usesTopicLog = (chosen: readonly RoleName[]): boolean =>
  chosen.some(name => rolesOfTopicLog.includes(name));

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
}): readonly NamedCheck[] {
  const { engines } = configuration;
  const halted: NamedCheck = {
    name: 'processor',
    missing: 'degraded',
    run: async () => {
      const [halt] = halts;
      if (halt !== undefined) throw new Error(halt);
    },
  };
  const reads: NamedCheck = {
    ...named('warehouse', 'clickhouse', engines),
    missing: chosen.includes('query-api') ? 'unready' : 'degraded',
    run: async () => void (await warehouse.query('SELECT 1 AS one', {}, { reader: 'probes' })),
  };
  const log: NamedCheck = {
    ...named('topic-log', 'kafka', engines),
    missing: 'degraded',
    run: () => topicLog.check(),
  };
  const events: NamedCheck = {
    ...named('event-store', 'kurrentdb', engines),
    missing: 'degraded',
    run: async () => void (await eventStore.head()),
  };
  const blobs: NamedCheck = {
    ...named('blob-store', 's3', engines),
    missing: 'degraded',
    run: async () => void (await blobStore.get(noBlob)),
  };
  const room = degrading('disk', async () => disk.ensureRoom());
  const evaluated = degrading('alert-evaluation', () => checkEvaluatorTime(topicLog, clock()));
  const monitored = degrading('health-monitoring', () => checkHealthMonitoring(topicLog, clock()));
  const mailed: NamedCheck = {
    name: 'mail',
    ...(configuration.smtpUrl !== undefined && { product: 'SMTP' }),
    missing: 'degraded',
    run: mailWorks,
  };
  const any = (...names: readonly RoleName[]): boolean => names.some(name => chosen.includes(name));
  return [
    ...(any('query-api', 'processor', 'evaluator', 'monitor') ? [reads] : []),
    ...(usesTopicLog(chosen) ? [log] : []),
    events,
    room,
    ...(any('ingest-api', 'processor', 'notifier') ? [blobs] : []),
    ...(any('notifier') ? [mailed] : []),
    ...(any('processor') ? [halted] : []),
    ...(any('evaluator') ? [evaluated] : []),
    ...(any('monitor') ? [monitored] : []),
  ];
}

const degrading = (name: DependencyName, run: Check['run']): NamedCheck => ({
  name,
  missing: 'degraded',
  run,
});

const products = { kafka: 'Kafka', clickhouse: 'ClickHouse', kurrentdb: 'KurrentDB', s3: 'S3' };

/** Operators of servers know them by their own names. */
const named = (name: DependencyName, engine: keyof Engines, engines: Engines) => ({
  name,
  ...(engines[engine] !== undefined && { product: products[engine] }),
});
