import type { QueryParameters } from '../../../platform/warehouse/port.ts';
import { adminLimits } from '../config.ts';
import type { AdminContext } from '../context.ts';
import type { Findings } from './findings.ts';

/** Everything that is verified has been processed before this. */
export type Scope = {
  /** Unix ms; what was received earlier is not looked at. */
  readonly sinceMs: number;
  readonly untilMs: number;
};

/** One check: what it reads, and what it finds. */
export type Inspection = (
  context: AdminContext,
  given: Scope & {
    readonly findings: Findings;
    readonly tell: (done: number, total: number | null) => void;
    readonly signal: AbortSignal;
  },
) => Promise<void>;

/** For a check of the spans of some requests. */
export type SpanCheck = Pick<Parameters<Inspection>[1], 'findings' | 'signal'>;

/** Reads for a check, beside those of the process itself. */
export function readsOf({ platform: { warehouse } }: AdminContext, signal: AbortSignal) {
  return <Row>(sql: string, parameters: QueryParameters): Promise<Row[]> =>
    warehouse.query<Row>(sql, parameters, {
      signal,
      reader: 'process',
      maxExecutionMs: adminLimits.verifiedMsMax,
      memoryBytesMax: adminLimits.verifiedMemoryBytesMax,
    });
}
