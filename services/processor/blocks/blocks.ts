import { randomInt } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { SpanAggregationColumns } from '../../../platform/otlp/batch/span-aggregation-columns.ts';
import type { SpanBatch } from '../../../platform/otlp/span-batch.ts';
import type { NewRecord } from '../../../platform/topic-log/port.ts';
import { operationOf } from '../../../schemas/operation.ts';
import type { Exemplar } from '../../../schemas/telemetry/window-record.ts';
import { hourSeconds, windowSeconds } from '../../../schemas/window.ts';
import { type BatchRange, batchName } from '../core/range.ts';
import { type SpanColumnsView, statusError } from '../core/span-columns-view.ts';
import { batchTables } from '../core/tables.ts';
import { openTraceFold, type TraceSummaryFragment } from '../core/traces.ts';
import { openWindowFold, rollUp, type Window } from '../core/windows.ts';
import type { BatchInput } from '../decode/batch-input.ts';
import { traceArrivalRecords } from '../publish/trace-arrivals.ts';
import { traceErrorRecords } from '../publish/trace-errors.ts';
import { createYielder } from '../yielder.ts';
import { countedRequests, countedRuns, rowsOfRepeats, withoutAt, withoutRows } from './counted.ts';
import { type BatchMetadata, partitionsOf } from './marker.ts';
import { type BatchOperations, openOperationEntries } from './operation-entries.ts';
import { openOrganizations } from './organizations.ts';
import { requestRows } from './requests.ts';
import { type Block, splitByPartition, type TableBlock } from './table-block.ts';
import { type BatchNames, traceRows } from './traces.ts';
import { usageRows } from './usage.ts';
import { type NamedWindow, windowRows } from './windows.ts';

export type SpanBlocks = {
  readonly windows: readonly NamedWindow[];
  /** The entry of each window among `operations`. */
  readonly entries: Uint32Array;
  readonly arrivals: readonly NewRecord[];
  readonly operations: BatchOperations;
  /**
   * In the order of their inserts: a visible row's references are visible too, so resources come
   * first; requests come last, as they recognise repeats.
   */
  readonly blocks: readonly Block[];
};

const hashStart = randomInt(2 ** 32);

export type SpansToBlock = BatchInput & {
  /** Rows of spans that are in no table, ascending. */
  readonly repeats: Uint32Array;
};

/** What a batch of spans becomes in every table; gives way to other work in between. */
export async function spanBlocks(spans: SpanBatch, batch: SpansToBlock): Promise<SpanBlocks> {
  const { requests, range, knownSeconds, repeats } = batch;
  const stamp = { name: batchName(range), knownSeconds };
  const operations = openOperations(index => spans.nameText(index));
  const organizations = openOrganizations(() => spans.organizations);
  const named = (window: Window): NamedWindow => ({
    ...window,
    organization: organizations.text(window.organization),
    service: spans.serviceText(window.service),
    operation: operations.text(window.operation),
  });
  const facts = spans.facts();
  const { windows, fragments } = await foldCounted(facts, batch, operations.index);
  const folded = windows.result();
  const rows = windows.exemplars();
  const namedWindows = folded.map((window, index) => ({
    ...named(window),
    ...(window.entry && { exemplars: exemplarsOf(facts, rows[index] ?? []) }),
  }));
  await otherWork();
  const namedHours = rollUp(folded, hourSeconds).map(named);
  const operationEntries = openOperationEntries();
  const entries = await operationEntries.of(namedWindows);
  const entriesOfHours = await operationEntries.of(namedHours);
  const names = { ...organizations, ...namesOf(spans) };
  const arrivals = await arrivalRecords(spans, fragments, organizations.text, range);
  const blocks: Block[] = [];
  for (const rows of [
    () => resourceRows(spans, stamp),
    () => withoutRows(spanRows(spans, stamp, repeats), repeats),
    () => windowRows('windows', namedWindows, entries, stamp),
    () => windowRows('windows_1h', namedHours, entriesOfHours, stamp),
    () => traceRows(facts, fragments, names, stamp),
    () => errorRows(spans, stamp, repeats),
    () => usageRows(facts, fragments, names, stamp),
    () => requestRows(range, countedRequests(requests, facts, repeats), stamp),
  ]) {
    await otherWork();
    blocks.push(...(await splitByPartition(rows())));
  }
  const all = await operationEntries.all();
  return { windows: namedWindows, entries, arrivals, operations: all, blocks };
}

/** Folds the spans of one request after the other, but those that do not count. */
async function foldCounted(
  facts: SpanAggregationColumns,
  { requests, repeats }: SpansToBlock,
  operationIndex: (name: number) => number,
) {
  const windows = openWindowFold(operationIndex, windowSeconds);
  const traces = openTraceFold(hashStart);
  const slice = createYielder();
  for (const { from, to, request } of countedRuns(facts, repeats)) {
    windows.add(facts, from, to);
    traces.add(facts, from, to, monthOf(requests[request]?.receivedAtMs ?? 0));
    await slice();
  }
  return { windows, fragments: traces.result() };
}

async function arrivalRecords(
  spans: SpanBatch,
  fragments: readonly TraceSummaryFragment[],
  organizationText: (index: number) => string,
  range: BatchRange,
): Promise<readonly NewRecord[]> {
  const facts = spans.facts();
  const details = (rows: readonly number[]) => spans.errorDetails(rows);
  const failed = { spans: facts, fragments, details, organizationText };
  return [
    ...(await traceArrivalRecords(facts, fragments, organizationText, range)),
    ...(await traceErrorRecords(failed, range)),
  ];
}

const exemplarsOf = (
  { traceIds, duration, status }: SpanColumnsView,
  rows: readonly number[],
): Exemplar[] =>
  rows.map(row => ({
    traceId: Buffer.from(traceIds.subarray(row * 16, row * 16 + 16)).toString('hex'),
    durationNanos: duration[row] as number,
    isError: status[row] === statusError,
  }));

const monthOf = (milliseconds: number): number =>
  batchTables.usage.partition(Math.floor(milliseconds / 1000));

function spanRows(
  spans: SpanBatch,
  { name, knownSeconds }: BatchMetadata,
  repeats: Uint32Array,
): TableBlock {
  const { endSeconds } = spans.facts();
  const markers = partitionsOf('spans', withoutAt(endSeconds, repeats));
  for (const bucketSeconds of markers) spans.pushMarker({ bucketSeconds, batch: name });
  return {
    table: 'spans',
    columns: spans.columns({ knownSeconds }),
    partitions: partitionOfEach(endSeconds, markers),
  };
}

function partitionOfEach(endSeconds: Uint32Array, markers: readonly number[]): Uint32Array {
  const partitions = new Uint32Array(endSeconds.length + markers.length);
  endSeconds.forEach((seconds, row) => {
    partitions[row] = batchTables.spans.partition(seconds);
  });
  partitions.set(markers, endSeconds.length);
  return partitions;
}

function errorRows(
  spans: SpanBatch,
  { name, knownSeconds }: BatchMetadata,
  repeats: Uint32Array,
): TableBlock {
  const seconds = [...spans.errorSeconds];
  const dropped = rowsOfRepeats(spans.errorSpanRows, repeats);
  const markers = partitionsOf('errors', withoutAt(seconds, dropped));
  for (const marker of markers) spans.pushErrorMarker({ seconds: marker, batch: name });
  const block: TableBlock = {
    table: 'errors',
    columns: spans.errorColumns({ knownSeconds }),
    partitions: [...seconds.map(batchTables.errors.partition), ...markers],
  };
  return withoutRows(block, dropped);
}

function resourceRows(spans: SpanBatch, { name, knownSeconds }: BatchMetadata): TableBlock {
  if (spans.resourceRows > 0) spans.pushResourceMarker({ batch: name });
  return {
    table: 'resources',
    columns: spans.resourceColumns({ knownSeconds }),
    partitions: new Array<number>(spans.resourceRows).fill(0),
  };
}

/** The operations of span names, each name looked at once a batch. */
function openOperations(nameText: (index: number) => string) {
  const ofName: number[] = [];
  const texts: string[] = [];
  const numbers = new Map<string, number>();
  const add = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, texts.length);
    return texts.push(text) - 1;
  };
  return {
    index: (name: number): number => {
      const known = ofName[name];
      if (known !== undefined) return known;
      const number = add(operationOf(nameText(name)));
      ofName[name] = number;
      return number;
    },
    text: (operation: number): string => texts[operation] ?? '',
  };
}

const namesOf = (spans: SpanBatch): Omit<BatchNames, 'organizationBytes'> => ({
  service: index => spans.serviceText(index),
  name: index => spans.nameText(index),
});
