import { isSecret, names } from '../../../platform/config/names.ts';

/** The chart sets them itself: its ports, its probes and its volume go by them. */
const ofChart: ReadonlySet<string> = new Set([
  'TIDEMARK_HOST',
  'TIDEMARK_PORT',
  'TIDEMARK_GRPC_PORT',
  'TIDEMARK_DATA_DIR',
]);

/** Processes speak TLS to nobody here: it ends before the gateway. Servers do not read the key of an organization. */
const unused: ReadonlySet<string> = new Set([
  'TIDEMARK_TLS_CERT',
  'TIDEMARK_TLS_KEY',
  'TIDEMARK_API_KEY',
]);

/** Beside those that are masked: URLs with a password. */
const withPassword: ReadonlySet<string> = new Set(['KURRENTDB_URL', 'SMTP_URL']);

/** Users: no secrets, but often kept beside their passwords. */
const users: ReadonlySet<string> = new Set([
  'KAFKA_SASL_USERNAME',
  'CLICKHOUSE_USER',
  'S3_ACCESS_KEY_ID',
]);

/** Names whose values never stand in a Deployment. */
export const isSecretSetting = (name: string): boolean => isSecret(name) || withPassword.has(name);

const isFile = (name: string): boolean => name.endsWith('_CA');

const free = Object.keys(names.shape).filter(name => !ofChart.has(name) && !unused.has(name));

/** What may stand under `settings`, `secrets` and `files` of values.yaml, as values.schema.json lists it. */
export const settingNames = {
  settingName: free.filter(name => !isSecretSetting(name) && !isFile(name)),
  secretName: free.filter(name => isSecretSetting(name) || users.has(name)),
  fileName: free.filter(isFile),
} as const;
