import type { ConnectionOptions } from 'node:tls';
import { Kafka, type LogEntry, logLevel, type SASLOptions } from 'kafkajs';
import type { Log } from '../../log.ts';
import { type BatchCompression, teachZstd } from './compression.ts';
import { leaveIdleQueues } from './idle-queues.ts';
import { kafkaLimits } from './limits.ts';

export type KafkaTopicLogOptions = {
  readonly brokers: readonly string[];
  readonly ssl?: boolean | ConnectionOptions;
  readonly sasl?: SASLOptions;
  readonly clientId?: string;
  /** Copies of each partition; the brokers' own default when absent. */
  readonly replication?: number;
  /** Of what is appended; 'none' when absent. Both are read. */
  readonly compression?: BatchCompression;
  readonly reassignPauseMs?: number;
  readonly log: Log;
};

export function createClient(
  options: KafkaTopicLogOptions,
  retries: number = kafkaLimits.retries,
): Kafka {
  leaveIdleQueues();
  teachZstd();
  const { brokers, ssl, sasl, clientId = 'tidemark', log } = options;
  return new Kafka({
    brokers: [...brokers],
    clientId,
    ...(ssl !== undefined && { ssl }),
    // The driver keeps things of its own in the object, the password among them: it gets a copy.
    ...(sasl !== undefined && { sasl: { ...sasl } }),
    connectionTimeout: kafkaLimits.connectionTimeoutMs,
    requestTimeout: kafkaLimits.requestTimeoutMs,
    retry: {
      retries,
      initialRetryTime: kafkaLimits.retryPauseMs,
      maxRetryTime: kafkaLimits.retryPauseMsMax,
    },
    logLevel: logLevel.WARN,
    logCreator: () => entry => tell(log, entry),
  });
}

/** Failures are thrown and logged by the caller; the driver's own lines only explain them. */
function tell(log: Log, { level, namespace, log: line }: LogEntry): void {
  const { message, error, broker, groupId } = line;
  log.debug({ namespace, level, message, error, broker, groupId }, 'kafka driver');
}
