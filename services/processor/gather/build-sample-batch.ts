import { type DeadLetter, deadLetter } from '../../../platform/consumers/dead-letters.ts';
import type { LogRecord } from '../../../platform/topic-log/port.ts';
import { parseSample } from '../../../schemas/samples/record.ts';
import { storedRows } from '../blocks/requests.ts';
import { type ReceivedSample, sampleRows } from '../blocks/samples.ts';
import { splitByPartition } from '../blocks/table-block.ts';
import { type BatchRange, batchName } from '../core/range.ts';
import type { Batch, BuildBatchDependencies } from './build-batch.ts';
import type { AlreadyDeadLettered } from './dead-letters.ts';
import { dropDuplicateSamples } from './duplicate-samples.ts';

/** Reads the samples of a range, without repetitions and those that are aside, and counts what they store. */
export async function buildSampleBatch(
  records: readonly LogRecord[],
  range: BatchRange,
  aside: AlreadyDeadLettered,
  dependencies: Pick<BuildBatchDependencies, 'warehouse' | 'clock' | 'signal'>,
): Promise<Batch> {
  const deadLetters: DeadLetter[] = [];
  const read = records
    .filter(({ offset }) => !aside.has(offset))
    .flatMap(record => readSample(record, deadLetters));
  const samples = await dropDuplicateSamples(read, range, dependencies);
  const knownSeconds = Math.floor(dependencies.clock() / 1000);
  const stamp = { name: batchName(range), knownSeconds };
  const blocks = [
    ...(await splitByPartition(sampleRows(range.partition, samples, stamp))),
    ...(await splitByPartition(storedRows(range, samples, stamp))),
  ];
  const receivedUpToMs = records.reduce((max, { appendedAtMs }) => Math.max(max, appendedAtMs), 0);
  const figures = { rows: samples.length, receivedUpToMs };
  return { range, blocks, deltas: [], arrivals: [], taken: [], deadLetters, figures };
}

function readSample(record: LogRecord, deadLetters: DeadLetter[]): ReceivedSample[] {
  const { offset, appendedAtMs, value } = record;
  try {
    const sample = parseSample(record);
    return sample === undefined ? [] : [{ sample, offset, appendedAtMs, bytes: value.length }];
  } catch (error) {
    deadLetters.push(deadLetter(record, 'unreadable', error));
    return [];
  }
}
