import { ProducerFenced, Unavailable } from '../../errors.ts';

/** The broker no longer knows the member, or knows it in a later generation of the group. */
const fencedTypes = new Set([
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
  'REBALANCE_IN_PROGRESS',
  'FENCED_INSTANCE_ID',
]);

/** Errors of the producer's numbering: it is replaced, and the caller may retry the append. */
const numberingTypes = new Set([
  'OUT_OF_ORDER_SEQUENCE_NUMBER',
  'DUPLICATE_SEQUENCE_NUMBER',
  'UNKNOWN_PRODUCER_ID',
  'INVALID_PRODUCER_EPOCH',
  'PRODUCER_FENCED',
  'INVALID_PRODUCER_ID_MAPPING',
]);

/** Operational by their nature, though the driver would not repeat them. */
const unavailableNames = new Set([
  'KafkaJSNumberOfRetriesExceeded',
  'KafkaJSGroupCoordinatorNotFound',
  'KafkaJSBrokerNotFound',
  'KafkaJSLockTimeout',
  'KafkaJSTimeout',
  'KafkaJSMetadataNotLoaded',
  'KafkaJSConnectionError',
  'KafkaJSConnectionClosedError',
]);

/** Topics are created before they are used and never by use, so an unknown one is a mistake. */
const unknownTopic = 'UNKNOWN_TOPIC_OR_PARTITION';

/** The driver's error as the port's: `ProducerFenced`, `Unavailable`, or a plain Error for a mistake. */
export function translated(error: unknown, expected: string): Error {
  const chain = chainOf(error);
  if (chain.some(one => one instanceof Unavailable || one instanceof ProducerFenced))
    return error as Error;
  if (chain.some(isOvertaken))
    return new Unavailable(`expected ${expected}, the driver lost sight of the topic`, {
      cause: error,
    });
  if (chain.some(isUnanswered))
    return new Unavailable(`expected ${expected}, no broker answered`, { cause: error });
  const message = `expected ${expected}, got: ${chain[0]?.message ?? String(error)}`;
  const isOf = (types: ReadonlySet<string>, field: 'type' | 'name'): boolean =>
    chain.some(one => types.has(textField(one, field)));
  if (isOf(fencedTypes, 'type')) return new ProducerFenced(message, { cause: error });
  if (isOf(new Set([unknownTopic]), 'type')) return new Error(message, { cause: error });
  const isOperational =
    isOf(numberingTypes, 'type') ||
    isOf(unavailableNames, 'name') ||
    chain.some(one => 'retriable' in one && one.retriable === true);
  return isOperational
    ? new Unavailable(message, { cause: error })
    : new Error(message, { cause: error });
}

/**
 * Where every broker failed the driver has null for metadata (`withBroker` in its pool of brokers),
 * and its admin goes on to read a field of that.
 */
const isUnanswered = (error: Error): boolean =>
  error instanceof TypeError &&
  /\bnull\b/.test(error.message) &&
  /'(topicMetadata|brokers)'/.test(error.message);

/**
 * Where metadata is renewed for several topics at once, that of one may come last and be without the others, and the driver's
 * admin goes on to read the first of no offsets.
 */
const isOvertaken = (error: Error): boolean =>
  error instanceof TypeError && /'partitions' of 'high\.pop/.test(error.message);

/** Whether the broker said that it knows no such topic. */
export const isUnknownTopic = (error: unknown): boolean =>
  chainOf(error).some(one => textField(one, 'type') === unknownTopic);

/** Whether Kafka has fewer brokers than copies were wanted. */
export const isShortOfBrokers = (error: unknown): boolean =>
  chainOf(error).some(one => textField(one, 'type') === 'INVALID_REPLICATION_FACTOR');

/** Whether the broker said that this client may not do that. */
export const isForbidden = (error: unknown): boolean =>
  chainOf(error).some(one => textField(one, 'type').endsWith('_AUTHORIZATION_FAILED'));

/** Runs `work` and throws what it throws as the port's errors. */
export async function translating<Result>(
  expected: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw translated(error, expected);
  }
}

/** It and what caused it; of several topics each has its own. */
function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let one = error; one instanceof Error && chain.length < 10; one = one.cause) {
    chain.push(one);
    if ('errors' in one && Array.isArray(one.errors))
      chain.push(...one.errors.filter(each => each instanceof Error));
  }
  return chain;
}

function textField(error: Error, field: 'type' | 'name'): string {
  const value = field in error ? Reflect.get(error, field) : undefined;
  return typeof value === 'string' ? value : '';
}
