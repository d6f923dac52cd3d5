import type { Texts } from './file.ts';
import type { Values } from './names.ts';

type Name = keyof Values;

/** Which engines are servers; the others are embedded. */
export type Engines = {
  readonly kafka?: {
    readonly brokers: readonly string[];
    readonly partitions: number;
    /** Copies of each partition; the brokers' own default when absent. */
    readonly replication?: number;
    /** How batches of records are written; every reader reads both. */
    readonly compression: Values['KAFKA_COMPRESSION'];
    readonly ssl: boolean;
    /** PEM file of who signed the brokers' certificates, where the system does not know them. */
    readonly caFile?: string;
    readonly sasl?: {
      readonly mechanism: Values['KAFKA_SASL_MECHANISM'];
      readonly username: string;
      readonly password: string;
    };
  };
  readonly clickhouse?: {
    readonly url: string;
    readonly user?: string;
    readonly password?: string;
    readonly database?: string;
    /** Tables are replicated on it when given. */
    readonly cluster?: string;
    readonly caFile?: string;
  };
  readonly kurrentdb?: { readonly url: string };
  readonly s3?: {
    readonly endpoint?: string;
    readonly bucket: string;
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
};

export const enginesOf = (values: Values): Engines => ({
  ...(values.KAFKA_BROKERS && { kafka: kafkaOf(values, values.KAFKA_BROKERS) }),
  ...(values.CLICKHOUSE_URL && { clickhouse: clickhouseOf(values, values.CLICKHOUSE_URL) }),
  ...(values.KURRENTDB_URL && { kurrentdb: { url: values.KURRENTDB_URL } }),
  ...(values.S3_BUCKET && { s3: s3Of(values, values.S3_BUCKET) }),
});

/** What is wrong with names that are right one by one. */
export function engineErrors(texts: Texts): readonly string[] {
  const has = (name: Name): boolean => texts[name] !== undefined;
  const together = (...names: readonly Name[]): string[] => {
    const given = names.filter(has);
    return given.length === 0 || given.length === names.length
      ? []
      : [`${names.join(' and ')} belong together: found only ${given.join(' and ')}`];
  };
  const needs = (name: Name, why: string, ...of: readonly Name[]): string[] =>
    of.some(has) && !has(name) ? [`${name} is needed ${why}`] : [];
  return [
    ...together('TIDEMARK_TLS_CERT', 'TIDEMARK_TLS_KEY'),
    ...together('KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD'),
    ...together('S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'),
    ...needs('TIDEMARK_CANARY', 'where TIDEMARK_DEADMAN_URL is set', 'TIDEMARK_DEADMAN_URL'),
    ...needs('S3_BUCKET', 'where S3_ENDPOINT is set', 'S3_ENDPOINT'),
    ...needs('S3_ACCESS_KEY_ID', 'where S3_BUCKET is set', 'S3_BUCKET'),
    ...needs(
      'TIDEMARK_MASTER_KEY',
      'where an engine is a server: 32 random bytes in base64',
      ...(['KAFKA_BROKERS', 'CLICKHOUSE_URL', 'KURRENTDB_URL', 'S3_BUCKET'] as const),
    ),
  ];
}

/** For `printable`, by name. */
export const engineValues = ({ kafka, clickhouse, kurrentdb, s3 }: Engines) => ({
  KAFKA_BROKERS: kafka?.brokers,
  KAFKA_PARTITIONS: kafka?.partitions,
  KAFKA_REPLICATION: kafka?.replication,
  KAFKA_COMPRESSION: kafka?.compression,
  KAFKA_SSL: kafka?.ssl,
  KAFKA_SSL_CA: kafka?.caFile,
  KAFKA_SASL_MECHANISM: kafka?.sasl?.mechanism,
  KAFKA_SASL_USERNAME: kafka?.sasl?.username,
  KAFKA_SASL_PASSWORD: kafka?.sasl?.password,
  CLICKHOUSE_URL: clickhouse?.url,
  CLICKHOUSE_USER: clickhouse?.user,
  CLICKHOUSE_PASSWORD: clickhouse?.password,
  CLICKHOUSE_DATABASE: clickhouse?.database,
  CLICKHOUSE_CLUSTER: clickhouse?.cluster,
  CLICKHOUSE_CA: clickhouse?.caFile,
  KURRENTDB_URL: kurrentdb?.url,
  S3_ENDPOINT: s3?.endpoint,
  S3_BUCKET: s3?.bucket,
  S3_REGION: s3?.region,
  S3_ACCESS_KEY_ID: s3?.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3?.secretAccessKey,
});

function kafkaOf(values: Values, brokers: readonly string[]): NonNullable<Engines['kafka']> {
  const {
    KAFKA_SASL_USERNAME: username,
    KAFKA_SASL_PASSWORD: password,
    KAFKA_REPLICATION: replication,
    KAFKA_SSL_CA: caFile,
  } = values;
  return {
    brokers,
    partitions: values.KAFKA_PARTITIONS,
    ...(replication !== undefined && { replication }),
    compression: values.KAFKA_COMPRESSION,
    ssl: values.KAFKA_SSL || caFile !== undefined,
    ...(caFile !== undefined && { caFile }),
    ...(username !== undefined &&
      password !== undefined && {
        sasl: { mechanism: values.KAFKA_SASL_MECHANISM, username, password },
      }),
  };
}

function clickhouseOf(values: Values, url: string): NonNullable<Engines['clickhouse']> {
  const {
    CLICKHOUSE_USER: user,
    CLICKHOUSE_PASSWORD: password,
    CLICKHOUSE_DATABASE: database,
    CLICKHOUSE_CLUSTER: cluster,
    CLICKHOUSE_CA: caFile,
  } = values;
  return {
    url,
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    ...(database !== undefined && { database }),
    ...(cluster !== undefined && { cluster }),
    ...(caFile !== undefined && { caFile }),
  };
}

const s3Of = (values: Values, bucket: string): NonNullable<Engines['s3']> => ({
  ...(values.S3_ENDPOINT !== undefined && { endpoint: values.S3_ENDPOINT }),
  bucket,
  region: values.S3_REGION,
  // `engineErrors` has made sure of both.
  accessKeyId: values.S3_ACCESS_KEY_ID ?? '',
  secretAccessKey: values.S3_SECRET_ACCESS_KEY ?? '',
});
