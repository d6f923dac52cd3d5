import type { BlobStore } from '../../../platform/blob-store/port.ts';
import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import type { SnapshotRow } from '../../../projections/snapshots/snapshots.ts';
import { dayMs } from '../../../schemas/durations.ts';
import { parseExactJson } from '../../../schemas/exact-json.ts';
import type { CaptureClaim, StoredCapture } from '../../../schemas/snapshots/capture.ts';
import type { CaptureBody } from '../../../schemas/snapshots/snapshot-parts.ts';
import { readRows } from '../windows/window-metrics.ts';

type Reading = {
  readonly warehouse: OrganizationReads;
  readonly blobStore: Pick<BlobStore, 'get'>;
  readonly signal: AbortSignal;
};

/** An upload that was repeated may have stored its capture before the attempt that was counted. */
const repeatMs = dayMs;

const sql = `SELECT detail FROM samples
  WHERE organization = {organization:UUID} AND subject = {subject:UUID}
    AND time >= fromUnixTimestamp64Milli({from:Int64}) AND time <= fromUnixTimestamp64Milli({to:Int64})
    AND samples.sample = {sample:UUID} AND samples.kind = 'capture'
  ORDER BY offset LIMIT 1`;

/** What was captured; null for a moment after the capture, until the warehouse has it. */
export async function readCapture(row: SnapshotRow, reading: Reading): Promise<CaptureBody | null> {
  const parameters = {
    organization: row.organizationId,
    subject: row.breakpointId,
    sample: row.snapshotId,
    from: row.takenAtMs - repeatMs,
    to: row.takenAtMs + repeatMs,
  };
  const [found] = await readRows<{ readonly detail: string }>({ sql, parameters }, reading);
  if (found === undefined) return null;
  const detail = parseExactJson(found.detail) as StoredCapture | { readonly claim: CaptureClaim };
  const stored = 'claim' in detail ? await claimed(detail.claim, reading) : detail;
  return stored === undefined ? null : bodyOf(stored);
}

async function claimed(
  { blob }: CaptureClaim,
  { blobStore }: Pick<Reading, 'blobStore'>,
): Promise<StoredCapture | undefined> {
  const bytes = await blobStore.get(blob);
  return bytes && (parseExactJson(Buffer.from(bytes).toString()) as StoredCapture);
}

const bodyOf = (stored: StoredCapture): CaptureBody => ({
  function_name: stored.functionName,
  label: stored.label,
  file_path: stored.filePath,
  line_number: stored.lineNumber,
  mode: stored.mode,
  variables: stored.variables,
  security_flags: [...stored.securityFlags],
  stack_trace: stored.stackTrace,
  request_context: stored.requestContext,
  expression_results: stored.expressionResults,
  span_id: stored.spanId === '' ? null : stored.spanId,
  captured_at: stored.capturedAt === '' ? null : stored.capturedAt,
  masked: stored.masked,
});
