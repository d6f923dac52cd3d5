import { spanBucketStart } from '../../schemas/window.ts';
import type { Column } from '../columns/column.ts';
import { FixedColumn } from '../columns/fixed.ts';
import { CallColumns, type CallEndColumns, isCallee, isCaller } from './batch/call-columns.ts';
import {
  ErrorColumns,
  type ErrorDetails,
  type ErrorMark,
  type ErrorMarker,
} from './batch/error-columns.ts';
import {
  ResourceColumns,
  type ResourceEntry,
  type ResourceMark,
} from './batch/resource-columns.ts';
import {
  endSecondsOf,
  FactColumns,
  isRoot,
  type SpanAggregationColumns,
} from './batch/span-aggregation-columns.ts';
import {
  type RowSource,
  SpanColumns,
  type SpanMarker,
  type SpanSavepoint,
} from './batch/span-columns.ts';
import type { WalkContext } from './walk-context.ts';
import type { ScopeByteRanges } from './wire/scope.ts';
import type { SpanScan } from './wire/span-scan.ts';
import type { SpanSink } from './wire/visit.ts';

/** What the record that holds a body says about it. */
export type RecordContext = WalkContext & {
  /** 16 bytes. */
  readonly organization: Uint8Array;
  /** Hash of the request, 16 bytes. */
  readonly request: Uint8Array;
  /** Comes back in the facts of each span of the record. */
  readonly requestIndex: number;
};

/** Where a batch stood. */
export type Savepoint = {
  readonly facts: number;
  readonly calls: number;
  readonly spans: SpanSavepoint;
  readonly errors: ErrorMark;
  readonly resources: ResourceMark;
};

/** `knownSeconds`: when we learned of the rows, in seconds since 1970. */
export type ColumnExtras = { readonly knownSeconds: number };

/** Names and organizations that a batch may go on knowing when it is used again. */
const rememberedMax = 20_000;

const noSource: RowSource = {
  organization: new Uint8Array(16),
  request: new Uint8Array(16),
  receivedAtMs: 0,
};

const statusError = 2;

/** The spans of many records, by column, on their way into the tables `spans`, `resources` and `errors`. */
export class SpanBatch implements SpanSink {
  readonly #facts = new FactColumns();
  readonly #calls = new CallColumns();
  readonly #spans = new SpanColumns();
  readonly #errors = new ErrorColumns();
  readonly #resources = new ResourceColumns(this.#spans.services);
  readonly #organizations: Uint8Array[] = [];
  readonly #organizationIndexes = new Map<string, number>();
  #source = noSource;
  #bytes: Uint8Array = new Uint8Array(0);
  #places: ScopeByteRanges | undefined;
  #resource: ResourceEntry | undefined;
  readonly #row = { organization: 0, request: 0, service: 0, name: 0 };
  readonly #empty = this.mark();

  /** Rows for table `spans`, markers among them. */
  get spanRows(): number {
    return this.#spans.rows;
  }

  get resourceRows(): number {
    return this.#resources.rows;
  }

  /** When each span with an error ended, in seconds since 1970: the rows for table `errors`. */
  get errorSeconds(): readonly number[] {
    return this.#errors.endSeconds;
  }

  /** The row of each of them among all spans. */
  get errorSpanRows(): readonly number[] {
    return this.#errors.spanRows;
  }

  /** 16 bytes each. */
  get organizations(): readonly Uint8Array[] {
    return this.#organizations;
  }

  /** Everything pushed from now on belongs to this record. */
  beginRecord(context: RecordContext): void {
    this.#source = context;
    this.#row.organization = this.#organizationIndex(context.organization);
    this.#row.request = context.requestIndex;
  }

  enterScope(bytes: Uint8Array, places: ScopeByteRanges): void {
    this.#bytes = bytes;
    this.#places = places;
    this.#resource = undefined;
  }

  pushSpan(bytes: Uint8Array, scan: SpanScan): void {
    this.#resource ??= this.#resolve();
    const row = this.#row;
    const end = endSecondsOf(scan);
    const bucket = spanBucketStart(end);
    row.service = this.#resource.service;
    row.name = this.#spans.push(bytes, scan, this.#source, this.#resource, bucket);
    this.#facts.push(bytes, scan, row);
    this.#pushCallEnd(bytes, scan);
    if (scan.status !== statusError) return;
    const service = this.serviceText(row.service);
    const place = { service, endSeconds: end, row: this.#facts.rows - 1, resource: this.#resource };
    this.#errors.push(bytes, scan, { ...this.#source, ...place });
  }

  /** What went wrong in spans of these rows, which all have errors. */
  errorDetails(rows: readonly number[]): readonly ErrorDetails[] {
    return this.#errors.details(rows);
  }

  /** Adds a row that says that `batch` was written, under the organization that no client can use. */
  pushMarker(marker: SpanMarker): void {
    this.#spans.pushMarker(marker);
  }

  pushResourceMarker(marker: { readonly batch: string }): void {
    this.#resources.pushMarker(marker);
  }

  pushErrorMarker(marker: ErrorMarker): void {
    this.#errors.pushMarker(marker);
  }

  facts(): SpanAggregationColumns {
    return this.#facts.view();
  }

  /** The spans that may be an end of a call. */
  callEnds(): CallEndColumns {
    return this.#calls.view();
  }

  /** What the span of a call names, as `targetText` writes it. */
  targetText(index: number): string {
    return this.#spans.targets.text(index);
  }

  serviceText(index: number): string {
    return this.#spans.services.text(index);
  }

  nameText(index: number): string {
    return this.#spans.names.text(index);
  }

  /** For table `spans`, in its order; valid until the next push. */
  columns({ knownSeconds }: ColumnExtras): Column[] {
    return withKnown(this.#spans.columns(), this.spanRows, knownSeconds);
  }

  /** For table `resources`, in its order; valid until the next push. */
  resourceColumns({ knownSeconds }: ColumnExtras): Column[] {
    return withKnown(this.#resources.columns(), this.resourceRows, knownSeconds);
  }

  /** For table `errors`, in its order; valid until the next push. */
  errorColumns({ knownSeconds }: ColumnExtras): Column[] {
    return withKnown(this.#errors.columns(), this.#errors.rows, knownSeconds);
  }

  mark(): Savepoint {
    return {
      facts: this.#facts.rows,
      calls: this.#calls.rows,
      spans: this.#spans.mark(),
      errors: this.#errors.mark(),
      resources: this.#resources.mark(),
    };
  }

  /** Takes back every row since `mark`. */
  rollback({ facts, calls, spans, errors, resources }: Savepoint): void {
    this.#facts.rows = facts;
    this.#calls.rows = calls;
    this.#spans.rollback(spans);
    this.#errors.rollback(errors);
    this.#resources.rollback(resources);
    this.#resource = undefined;
  }

  /**
   * Takes back every row and keeps the memory for the next batch, which is then written without
   * growing anything. False when names have piled up: better begin with a new one.
   */
  reset(): boolean {
    this.rollback(this.#empty);
    const texts = this.#spans.texts + this.#errors.texts;
    return texts + this.#organizations.length <= rememberedMax;
  }

  #pushCallEnd(bytes: Uint8Array, scan: SpanScan): void {
    const row = this.#facts.rows - 1;
    if (isCaller(scan.kind)) {
      this.#calls.push(bytes, scan.spanIdFrom, row, this.#spans.targets.number());
    } else if (isCallee(scan.kind) && !isRoot(bytes, scan)) {
      this.#calls.push(bytes, scan.parentIdFrom, row, 0);
    }
  }

  #resolve(): ResourceEntry {
    if (this.#places === undefined) throw new Error('expected a scope before the first span');
    return this.#resources.resolve(this.#bytes, this.#places, this.#source.organization);
  }

  #organizationIndex(organization: Uint8Array): number {
    const id = Buffer.from(organization).toString('latin1');
    const known = this.#organizationIndexes.get(id);
    if (known !== undefined) return known;
    const index = this.#organizations.push(organization.slice()) - 1;
    this.#organizationIndexes.set(id, index);
    return index;
  }
}

export const openSpanBatch = (): SpanBatch => new SpanBatch();

/** `known` is one value for the whole batch; its place is before `batch`, which is last. */
function withKnown(columns: Column[], rows: number, knownSeconds: number): Column[] {
  const known = new FixedColumn(4, rows);
  for (let row = 0; row < rows; row++) known.push(knownSeconds);
  const batch = columns.length - 1;
  columns.splice(batch, 0, { name: 'known', type: "DateTime('UTC')", data: known.data() });
  return columns;
}
