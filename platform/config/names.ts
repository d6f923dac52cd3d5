import { z } from 'zod';
import {
  adminToken,
  duration,
  mailFrom,
  masterKey,
  ranges,
  smtpUrl,
  webUrl,
  wholeNumber,
} from './values.ts';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Every name that is understood, with what it may hold and what it is when absent. */
export const names = z.object({
  TIDEMARK_HOST: z.string().default('127.0.0.1'),
  TIDEMARK_PORT: wholeNumber(0, 65_535).default(4318),
  TIDEMARK_PUBLIC_URL: z.exactOptional(webUrl),
  TIDEMARK_DATA_DIR: z.string().default('.tidemark'),
  TIDEMARK_MASTER_KEY: z.exactOptional(masterKey),
  SMTP_URL: z.exactOptional(smtpUrl),
  TIDEMARK_MAIL_FROM: mailFrom.default('Tidemark <tidemark@localhost>'),
  TIDEMARK_TRUSTED_PROXIES: ranges.default([]),
  TIDEMARK_OUTBOUND_ALLOW: ranges.default([]),
  TIDEMARK_RETENTION_TOPICS: duration.prefault('7d'),
  TIDEMARK_RETENTION_SPANS: duration.prefault('30d'),
  TIDEMARK_RETENTION_HOURS: duration.prefault('396d'),
  TIDEMARK_REGISTRATIONS_PER_HOUR: wholeNumber(1, 1_000_000).default(60),
  TIDEMARK_LOG_LEVEL: z.enum(logLevels).default('info'),
  TIDEMARK_ADMIN_TOKEN: z.exactOptional(adminToken),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.exactOptional(webUrl),
  OTEL_EXPORTER_OTLP_HEADERS: z.exactOptional(z.string()),
  OTEL_SERVICE_NAME: z.string().default('tidemark'),
});

export type Values = z.output<typeof names>;

export const isKnown = (name: string): boolean => Object.hasOwn(names.shape, name);

/** Names whose values are shown to nobody. */
export const isSecret = (name: string): boolean =>
  /^(?:TIDEMARK_MASTER_KEY|TIDEMARK_ADMIN_TOKEN|OTEL_EXPORTER_OTLP_HEADERS)$/u.test(name);

/** Each would choose a server instead of the embedded engine. */
export const engineNames = [
  'KAFKA_BROKERS',
  'CLICKHOUSE_URL',
  'KURRENTDB_URL',
  'S3_ENDPOINT',
] as const;
