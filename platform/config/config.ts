import type { z } from 'zod';
import { freePlan, type Plan } from '../../schemas/billing/quota.ts';
import type { LlmPrice } from '../../schemas/llm/prices.ts';
import type { Retention } from '../../schemas/retention.ts';
import type { Rates } from '../http/limits.ts';
import type { StripeSettings } from '../payments/port.ts';
import type { CertificateFiles } from '../tls/key-pair.ts';
import { type Engines, engineErrors, enginesOf, engineValues } from './engines.ts';
import { readFile, type Texts, textsOf } from './file.ts';
import {
  type AssistantModel,
  assistantModelErrors,
  assistantModelOf,
  assistantModelValues,
} from './language-model.ts';
import { isKnown, isSecret, names, type Values } from './names.ts';
import { stripeErrors, stripeOf, stripeValues } from './stripe.ts';
import { durationText, sizeText } from './values.ts';

export type Configuration = {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Of OTLP over gRPC, where 0 is any free port. */
  readonly grpcPort: number | 'off';
  /** PEM of both ports; they speak no TLS when absent. */
  readonly tls?: CertificateFiles;
  /** Absent: made of host and the port that is really bound. */
  readonly publicUrl?: string;
  readonly dataDir: string;
  /** 32 bytes. Absent: made at the first start and kept in the data folder. */
  readonly masterKey?: Buffer;
  readonly engines: Engines;
  /** Absent: mail goes to the outbox folder. */
  readonly smtpUrl?: string;
  readonly mailFrom: string;
  readonly trustedProxies: readonly string[];
  readonly outboundAllow: readonly string[];
  readonly retention: Retention;
  /** What may wait in memory for the warehouse. */
  readonly batchMemoryBytes: number;
  /** For how long a span that is sent again in another request does not count. */
  readonly resentWithinMs: number;
  /** With less free, nothing new is taken. */
  readonly diskFreeBytesMin: number;
  readonly registrationsPerHour: number;
  readonly rates: Rates;
  /** What a new organization gets. */
  readonly freePlan: Plan;
  /** What a public key may send to each process in a day (UTC). */
  readonly pubKeyBytesPerDay: number;
  /** Attributes of spans that name who sent a request, the likeliest first. */
  readonly userAttributes: readonly string[];
  /** Whether Tidemark sends traces to itself and looks whether they can be read. */
  readonly canary: boolean;
  /** Called while they can. */
  readonly deadmanUrl?: string;
  /** Of calls of language models: what tokens cost, and whether prompts and answers are shown. */
  readonly llm: {
    readonly prices: readonly LlmPrice[];
    /** Where they come from, as it was set. */
    readonly priceTable?: string;
    readonly isContentShown: boolean;
  };
  /** Absent: questions are answered by rules alone. */
  readonly assistantModel?: AssistantModel;
  /** Absent: plans are paid in a sandbox. */
  readonly stripe?: StripeSettings;
  readonly logLevel: Values['TIDEMARK_LOG_LEVEL'];
  /** Absent: operators come through the socket file only. */
  readonly adminToken?: string;
  /** Of the organization that commands such as `tidemark audit` are about; servers do not read it. */
  readonly apiKey?: string;
  /** Where Tidemark's own traces go; nowhere without an endpoint. */
  readonly telemetry: {
    readonly serviceName: string;
    readonly endpoint?: string;
    readonly headers?: string;
  };
  /** One sentence each, for the log: names that look meant for us and change nothing. */
  readonly warnings: readonly string[];
};

/** Everything that is wrong, at once. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly code = 'configuration';
  readonly retryable = false;
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(`the configuration cannot be used: ${errors.join('; ')}`);
    this.errors = errors;
  }
}

export type ReadConfigurationOptions = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Path of a YAML map with the same names; may be missing. The environment wins over it. */
  readonly file?: string;
};

/** Reads environment and file. Throws `ConfigurationError` with all that is wrong. */
export function readConfiguration({ environment, file }: ReadConfigurationOptions): Configuration {
  const { texts, errors: fileErrors } = readTexts(environment, file);
  const parsed = names.safeParse(texts);
  const errors = [
    ...fileErrors,
    ...(parsed.success ? [] : parsed.error.issues.map(issue => sentenceOf(issue, texts))),
    ...engineErrors(texts),
    ...assistantModelErrors(texts),
    ...stripeErrors(texts),
  ];
  if (!parsed.success || errors.length > 0) throw new ConfigurationError(errors);
  return configurationOf(parsed.data, warningsOf(texts));
}

/** Names and values as an operator may see them: what is in effect, secrets masked. */
export function printable(configuration: Configuration): Readonly<Record<string, unknown>> {
  const { retention, telemetry } = configuration;
  const values: Readonly<Record<keyof Values, unknown>> = {
    TIDEMARK_HOST: configuration.host,
    TIDEMARK_PORT: configuration.port,
    TIDEMARK_GRPC_PORT: configuration.grpcPort,
    TIDEMARK_TLS_CERT: configuration.tls?.certFile,
    TIDEMARK_TLS_KEY: configuration.tls?.keyFile,
    TIDEMARK_PUBLIC_URL: configuration.publicUrl,
    TIDEMARK_DATA_DIR: configuration.dataDir,
    TIDEMARK_MASTER_KEY: configuration.masterKey,
    ...engineValues(configuration.engines),
    SMTP_URL: configuration.smtpUrl,
    TIDEMARK_MAIL_FROM: configuration.mailFrom,
    TIDEMARK_TRUSTED_PROXIES: configuration.trustedProxies,
    TIDEMARK_OUTBOUND_ALLOW: configuration.outboundAllow,
    TIDEMARK_RETENTION_TOPICS: durationText(retention.topicsMs),
    TIDEMARK_RETENTION_SPANS: durationText(retention.spansMs),
    TIDEMARK_RETENTION_HOURS: durationText(retention.hoursMs),
    TIDEMARK_RETENTION_RECEIPTS: durationText(retention.receiptsMs),
    TIDEMARK_RETENTION_OUTBOX: durationText(retention.outboxMs),
    TIDEMARK_BATCH_MEMORY: sizeText(configuration.batchMemoryBytes),
    TIDEMARK_RESENT_WITHIN: durationText(configuration.resentWithinMs),
    TIDEMARK_DISK_FREE_MIN: sizeText(configuration.diskFreeBytesMin),
    TIDEMARK_REGISTRATIONS_PER_HOUR: configuration.registrationsPerHour,
    TIDEMARK_REQUESTS_PER_SECOND: configuration.rates.requestsPerSecond,
    TIDEMARK_WIDGET_REQUESTS_PER_MINUTE: configuration.rates.widgetRequestsPerMinute,
    TIDEMARK_FREE_TRACES: configuration.freePlan.traceLimit,
    TIDEMARK_FREE_BYTES: sizeText(configuration.freePlan.bytesLimit),
    TIDEMARK_PUB_KEY_BYTES_PER_DAY: sizeText(configuration.pubKeyBytesPerDay),
    TIDEMARK_USER_ATTRIBUTES: configuration.userAttributes,
    TIDEMARK_CANARY: configuration.canary,
    TIDEMARK_DEADMAN_URL: configuration.deadmanUrl,
    ...assistantModelValues(configuration.assistantModel),
    ...stripeValues(configuration.stripe),
    LLM_PRICES: configuration.llm.priceTable,
    LLM_CONTENT: configuration.llm.isContentShown,
    TIDEMARK_LOG_LEVEL: configuration.logLevel,
    TIDEMARK_ADMIN_TOKEN: configuration.adminToken,
    TIDEMARK_API_KEY: configuration.apiKey,
    OTEL_EXPORTER_OTLP_ENDPOINT: telemetry.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: telemetry.headers,
    OTEL_SERVICE_NAME: telemetry.serviceName,
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, masked(name, value)]),
  );
}

function readTexts(environment: ReadConfigurationOptions['environment'], file?: string) {
  const fromFile = file === undefined ? { texts: {}, errors: [] } : readFile(file);
  const texts: Texts = { ...fromFile.texts, ...textsOf(environment) };
  return { texts, errors: fromFile.errors };
}

function configurationOf(values: Values, warnings: readonly string[]): Configuration {
  const { TIDEMARK_TLS_CERT: certFile, TIDEMARK_TLS_KEY: keyFile } = values;
  return {
    host: values.TIDEMARK_HOST,
    port: values.TIDEMARK_PORT,
    grpcPort: values.TIDEMARK_GRPC_PORT ?? grpcPortBeside(values.TIDEMARK_PORT),
    ...(certFile && keyFile && { tls: { certFile, keyFile } }),
    ...(values.TIDEMARK_PUBLIC_URL && { publicUrl: values.TIDEMARK_PUBLIC_URL }),
    dataDir: values.TIDEMARK_DATA_DIR,
    ...(values.TIDEMARK_MASTER_KEY && { masterKey: values.TIDEMARK_MASTER_KEY }),
    engines: enginesOf(values),
    ...(values.SMTP_URL && { smtpUrl: values.SMTP_URL }),
    mailFrom: values.TIDEMARK_MAIL_FROM,
    trustedProxies: values.TIDEMARK_TRUSTED_PROXIES,
    outboundAllow: values.TIDEMARK_OUTBOUND_ALLOW,
    retention: {
      topicsMs: values.TIDEMARK_RETENTION_TOPICS,
      spansMs: values.TIDEMARK_RETENTION_SPANS,
      hoursMs: values.TIDEMARK_RETENTION_HOURS,
      receiptsMs: values.TIDEMARK_RETENTION_RECEIPTS,
      outboxMs: values.TIDEMARK_RETENTION_OUTBOX,
    },
    batchMemoryBytes: values.TIDEMARK_BATCH_MEMORY,
    resentWithinMs: values.TIDEMARK_RESENT_WITHIN,
    diskFreeBytesMin: values.TIDEMARK_DISK_FREE_MIN,
    registrationsPerHour: values.TIDEMARK_REGISTRATIONS_PER_HOUR,
    rates: {
      requestsPerSecond: values.TIDEMARK_REQUESTS_PER_SECOND,
      widgetRequestsPerMinute: values.TIDEMARK_WIDGET_REQUESTS_PER_MINUTE,
    },
    freePlan: {
      ...freePlan,
      traceLimit: values.TIDEMARK_FREE_TRACES,
      bytesLimit: values.TIDEMARK_FREE_BYTES,
    },
    pubKeyBytesPerDay: values.TIDEMARK_PUB_KEY_BYTES_PER_DAY,
    userAttributes: values.TIDEMARK_USER_ATTRIBUTES,
    canary: values.TIDEMARK_CANARY,
    ...(values.TIDEMARK_DEADMAN_URL && { deadmanUrl: values.TIDEMARK_DEADMAN_URL }),
    llm: {
      prices: values.LLM_PRICES?.prices ?? [],
      ...(values.LLM_PRICES && { priceTable: values.LLM_PRICES.given }),
      isContentShown: values.LLM_CONTENT,
    },
    ...assistantModelOf(values),
    ...stripeOf(values),
    logLevel: values.TIDEMARK_LOG_LEVEL,
    ...(values.TIDEMARK_ADMIN_TOKEN && { adminToken: values.TIDEMARK_ADMIN_TOKEN }),
    ...(values.TIDEMARK_API_KEY && { apiKey: values.TIDEMARK_API_KEY }),
    telemetry: telemetryOf(values),
    warnings,
  };
}

const telemetryOf = ({
  OTEL_SERVICE_NAME: serviceName,
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: headers,
}: Values): Configuration['telemetry'] => ({
  serviceName,
  ...(endpoint && { endpoint }),
  ...(headers && { headers }),
});

const grpcPortDefault = 4317;

/** Who takes any free port for one takes any for both. */
const grpcPortBeside = (port: number): number => (port === 0 ? 0 : grpcPortDefault);

const mask = '***';

function masked(name: string, value: unknown): unknown {
  if (value === undefined) return null;
  if (isSecret(name)) return mask;
  return typeof value === 'string' ? withoutPassword(value) : value;
}

/** The part of a URL before the host may hold a password. */
const withoutPassword = (text: string): string => text.replace(/(?<=:\/\/)[^\s,]*@/gu, `${mask}@`);

const charactersShown = 200;

const shown = (text: string): string =>
  text.length > charactersShown ? `${text.slice(0, charactersShown)}…` : text;

function sentenceOf({ path, message }: z.core.$ZodIssue, texts: Texts): string {
  const name = String(path[0] ?? 'configuration');
  const found = isSecret(name) ? mask : shown(withoutPassword(JSON.stringify(texts[name])));
  return `${name}: ${message} (found ${found})`;
}

/** Names of ours, or of parts that a later version has; other programs' names are none of our business. */
const warningsOf = (texts: Texts): readonly string[] =>
  Object.keys(texts)
    .filter(name => /^(?:TIDEMARK|STRIPE|LLM)_/u.test(name) && !isKnown(name))
    .map(name => `${name} is set, but this version does not know it`);
