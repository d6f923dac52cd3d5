import { breakpointStatusAt } from '../../domain/snapshots/breakpoint-use.ts';
import { whoEvaluates } from '../../domain/snapshots/expression/classify.ts';
import type { BreakpointBody, SdkBreakpointBody } from '../../schemas/snapshots/parts.ts';
import type { BreakpointRow } from './breakpoints.ts';

/** A breakpoint as clients read it at an instant. */
export function breakpointBody(row: BreakpointRow, atMs: number): BreakpointBody {
  const { breakpoint } = row;
  return {
    id: row.breakpointId,
    service_name: breakpoint.service,
    function_name: breakpoint.functionName,
    label: breakpoint.label,
    file_path: breakpoint.filePath,
    line_number: breakpoint.lineNumber,
    enabled: breakpoint.enabled,
    mode: breakpoint.mode,
    max_captures: breakpoint.maxCaptures,
    capture_count: row.captureCount,
    idle_timeout_hours: breakpoint.idleTimeoutHours,
    pinned: breakpoint.pinned,
    ...optionalFields(row),
    status: breakpointStatusAt(row, atMs),
    created_at: new Date(row.createdAtMs).toISOString(),
    updated_at: new Date(row.changedAtMs).toISOString(),
  };
}

/** A breakpoint as SDKs read it: Python's fails in the user's request on every `expire_at`. */
export function sdkBreakpointBody(row: BreakpointRow, atMs: number): SdkBreakpointBody {
  const { expire_at, ...body } = breakpointBody(row, atMs);
  return expire_at === undefined ? body : { ...body, expire_at: null };
}

function optionalFields({ breakpoint }: BreakpointRow): Partial<BreakpointBody> {
  const { condition, expireAtMs, captureExpressions } = breakpoint;
  const fields = {
    condition: condition === '' ? undefined : condition,
    condition_eval: condition ? whoEvaluates(condition) : undefined,
    expire_at: expireAtMs === undefined ? undefined : new Date(expireAtMs).toISOString(),
    stack_depth: breakpoint.stackDepth,
    max_depth: breakpoint.maxDepth,
    max_payload_bytes: breakpoint.maxPayloadBytes,
    capture_expressions: captureExpressions && [...captureExpressions],
    capture_frequency: breakpoint.captureFrequency,
    metadata: breakpoint.metadata,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
