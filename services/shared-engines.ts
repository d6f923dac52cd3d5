import { type Configuration, ConfigurationError } from '../platform/config/config.ts';
import { type RoleName, roleNames } from '../platform/config/role-names.ts';

/** What chooses the server of each engine that processes share. */
const servers = {
  kafka: 'KAFKA_BROKERS',
  clickhouse: 'CLICKHOUSE_URL',
  kurrentdb: 'KURRENTDB_URL',
  s3: 'S3_BUCKET',
} as const satisfies Record<keyof Configuration['engines'], string>;

/** An embedded engine belongs to one process, so roles elsewhere would wait for it in vain. Throws `ConfigurationError`. */
export function assertSharedEngines(
  chosen: readonly RoleName[],
  { engines }: Pick<Configuration, 'engines'>,
): void {
  const elsewhere = roleNames.filter(name => !chosen.includes(name));
  if (elsewhere.length === 0) return;
  const missing = Object.entries(servers)
    .filter(([engine]) => !Object.hasOwn(engines, engine))
    .map(([, name]) => name);
  if (missing.length === 0) return;
  throw new ConfigurationError(
    missing.map(name => `${name} is needed where ${elsewhere.join(', ')} run in other processes`),
  );
}
