import { z } from 'zod';
import { freePlan, pubKeyBytesPerDay } from '../../schemas/billing/quota.ts';
import { receiptsMsMin } from '../../schemas/retention.ts';
import { userAttributes } from '../../schemas/telemetry/user-attributes.ts';
import { rateDefaults } from '../http/limits.ts';
import { priceTable } from './llm-prices.ts';
import {
  adminToken,
  attributeKeys,
  brokers,
  calledUrl,
  dollars,
  duration,
  durationFrom,
  durationTo,
  existingFile,
  kurrentUrl,
  mailFrom,
  masterKey,
  portOrOff,
  ranges,
  size,
  sizeFrom,
  smtpUrl,
  webUrl,
  wholeNumber,
  yesOrNo,
} from './values.ts';

const batchMemoryBytesMin = 2 * 1024 * 1024;
const kafkaCompressions = ['none', 'zstd'] as const;
const saslMechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;
const modelProviders = ['openai', 'anthropic'] as const;
const modelCharactersMax = 200;
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Every name that is understood, with what it may hold and what it is when absent. */
export const names = z.object({
  TIDEMARK_HOST: z.string().default('127.0.0.1'),
  TIDEMARK_PORT: wholeNumber(0, 65_535).default(4318),
  TIDEMARK_GRPC_PORT: z.exactOptional(portOrOff),
  TIDEMARK_TLS_CERT: z.exactOptional(existingFile),
  TIDEMARK_TLS_KEY: z.exactOptional(existingFile),
  TIDEMARK_PUBLIC_URL: z.exactOptional(webUrl),
  TIDEMARK_DATA_DIR: z.string().default('.tidemark'),
  TIDEMARK_MASTER_KEY: z.exactOptional(masterKey),
  KAFKA_BROKERS: z.exactOptional(brokers),
  KAFKA_PARTITIONS: wholeNumber(1, 1_000).default(16),
  KAFKA_REPLICATION: z.exactOptional(wholeNumber(1, 10)),
  KAFKA_COMPRESSION: z.enum(kafkaCompressions).default('none'),
  KAFKA_SSL: yesOrNo.default(false),
  KAFKA_SSL_CA: z.exactOptional(existingFile),
  KAFKA_SASL_MECHANISM: z.enum(saslMechanisms).default('scram-sha-512'),
  KAFKA_SASL_USERNAME: z.exactOptional(z.string()),
  KAFKA_SASL_PASSWORD: z.exactOptional(z.string()),
  CLICKHOUSE_URL: z.exactOptional(webUrl),
  CLICKHOUSE_USER: z.exactOptional(z.string()),
  CLICKHOUSE_PASSWORD: z.exactOptional(z.string()),
  CLICKHOUSE_DATABASE: z.exactOptional(z.string()),
  CLICKHOUSE_CLUSTER: z.exactOptional(z.string()),
  CLICKHOUSE_CA: z.exactOptional(existingFile),
  KURRENTDB_URL: z.exactOptional(kurrentUrl),
  S3_ENDPOINT: z.exactOptional(webUrl),
  S3_BUCKET: z.exactOptional(z.string()),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.exactOptional(z.string()),
  S3_SECRET_ACCESS_KEY: z.exactOptional(z.string()),
  SMTP_URL: z.exactOptional(smtpUrl),
  TIDEMARK_MAIL_FROM: mailFrom.default('Tidemark <tidemark@localhost>'),
  TIDEMARK_TRUSTED_PROXIES: ranges.default([]),
  TIDEMARK_OUTBOUND_ALLOW: ranges.default([]),
  TIDEMARK_RETENTION_TOPICS: duration.prefault('7d'),
  TIDEMARK_RETENTION_SPANS: duration.prefault('30d'),
  TIDEMARK_RETENTION_HOURS: duration.prefault('396d'),
  TIDEMARK_RETENTION_RECEIPTS: durationFrom(receiptsMsMin).prefault('396d'),
  TIDEMARK_RETENTION_OUTBOX: duration.prefault('30d'),
  TIDEMARK_BATCH_MEMORY: sizeFrom(batchMemoryBytesMin).prefault('128MiB'),
  TIDEMARK_RESENT_WITHIN: durationTo(receiptsMsMin / 2).prefault('1d'),
  TIDEMARK_DISK_FREE_MIN: size.prefault('512MiB'),
  TIDEMARK_REGISTRATIONS_PER_HOUR: wholeNumber(1, 1_000_000).default(60),
  TIDEMARK_REQUESTS_PER_SECOND: wholeNumber(1, 1_000_000).default(rateDefaults.requestsPerSecond),
  TIDEMARK_WIDGET_REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000).default(
    rateDefaults.widgetRequestsPerMinute,
  ),
  TIDEMARK_FREE_TRACES: wholeNumber(1, 999_999_999).default(freePlan.traceLimit),
  TIDEMARK_FREE_BYTES: size.default(freePlan.bytesLimit),
  TIDEMARK_PUB_KEY_BYTES_PER_DAY: size.default(pubKeyBytesPerDay),
  TIDEMARK_USER_ATTRIBUTES: attributeKeys.default(userAttributes),
  TIDEMARK_CANARY: yesOrNo.default(false),
  TIDEMARK_DEADMAN_URL: z.exactOptional(calledUrl),
  STRIPE_SECRET_KEY: z.exactOptional(z.string().min(1)),
  STRIPE_WEBHOOK_SECRET: z.exactOptional(z.string().min(1)),
  STRIPE_API_URL: z.exactOptional(webUrl),
  LLM_PROVIDER: z.exactOptional(z.enum(modelProviders)),
  LLM_MODEL: z.exactOptional(z.string().min(1).max(modelCharactersMax)),
  LLM_API_KEY: z.exactOptional(z.string().min(1)),
  LLM_BASE_URL: z.exactOptional(webUrl),
  LLM_TOKENS_PER_DAY: wholeNumber(1, 1_000_000_000_000).default(2_000_000),
  LLM_COST_PER_DAY: z.exactOptional(dollars),
  LLM_PRICES: z.exactOptional(priceTable),
  LLM_CONTENT: yesOrNo.default(false),
  TIDEMARK_LOG_LEVEL: z.enum(logLevels).default('info'),
  TIDEMARK_ADMIN_TOKEN: z.exactOptional(adminToken),
  TIDEMARK_API_KEY: z.exactOptional(z.string()),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.exactOptional(webUrl),
  OTEL_EXPORTER_OTLP_HEADERS: z.exactOptional(z.string()),
  OTEL_SERVICE_NAME: z.string().default('tidemark'),
});

export type Values = z.output<typeof names>;

export const isKnown = (name: string): boolean => Object.hasOwn(names.shape, name);

/** Names whose values are never shown. Who knows the URL of a dead man's switch can keep it quiet. */
export const isSecret = (name: string): boolean =>
  /^(?:TIDEMARK_MASTER_KEY|TIDEMARK_ADMIN_TOKEN|TIDEMARK_API_KEY|LLM_API_KEY|STRIPE_SECRET_KEY|STRIPE_WEBHOOK_SECRET|TIDEMARK_DEADMAN_URL|OTEL_EXPORTER_OTLP_HEADERS)$|_PASSWORD$|_SECRET_ACCESS_KEY$/u.test(
    name,
  );
