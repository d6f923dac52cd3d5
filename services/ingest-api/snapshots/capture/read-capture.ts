import type { z } from 'zod';
import { parseJson } from '../../../../platform/http/bodies/json.ts';
import { HttpProblem, parseRequest } from '../../../../platform/http/problem.ts';
import type { Json } from '../../../../schemas/json.ts';
import { capturedBody, type StoredCapture } from '../../../../schemas/snapshots/capture.ts';
import {
  conditionHolds,
  type Variables,
} from '../../../../schemas/snapshots/expression/evaluate.ts';
import { ExpressionError } from '../../../../schemas/snapshots/expression/tokens.ts';
import { scrub } from '../../core/scrub/scrub.ts';
import { snapshotLimits } from '../config.ts';

/** What is done with bytes off the event loop. */
export type CaptureTask =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  | { readonly kind: 'condition'; readonly bytes: Uint8Array; readonly condition: string };

export type ReadCapture = {
  readonly kind: 'read';
  readonly breakpointId: string;
  readonly traceId?: string;
  /** A `StoredCapture` as JSON. */
  readonly bytes: Uint8Array<ArrayBuffer>;
};

export type CaptureResult =
  | ReadCapture
  | { readonly kind: 'condition'; readonly holds: boolean; readonly error?: string }
  | {
      readonly kind: 'invalid';
      readonly message: string;
      readonly details: readonly { readonly field: string; readonly message: string }[];
    };

/** Parses a capture and masks what is personal or secret in it, or evaluates a condition over one that was read. */
export const workOn = (task: CaptureTask): CaptureResult =>
  task.kind === 'read' ? readCapture(task.bytes) : evaluated(task.bytes, task.condition);

function readCapture(bytes: Uint8Array): CaptureResult {
  try {
    const sent = parseRequest(capturedBody, parseJson(Buffer.from(bytes), snapshotLimits.json));
    const { breakpoint_id: breakpointId, trace_id: traceId } = sent;
    return {
      kind: 'read',
      breakpointId: breakpointId.toLowerCase(),
      ...(traceId && { traceId: traceId.toLowerCase() }),
      bytes: new Uint8Array(Buffer.from(JSON.stringify(storedOf(sent)))),
    };
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    return { kind: 'invalid', message: error.message, details: error.details ?? [] };
  }
}

type Sent = z.output<typeof capturedBody>;

function storedOf(sent: Sent): StoredCapture {
  const { variables = {}, stack_trace: stackTrace = '' } = sent;
  const { request_context: requestContext = null, expression_results: expressionResults = null } =
    sent;
  const securityFlags = sent.security_flags ?? [];
  const seen = { variables, stackTrace, requestContext, expressionResults, securityFlags };
  const { value, masked } = scrub(seen);
  return { ...(value as typeof seen), ...placeOf(sent), ...momentOf(sent), masked };
}

const placeOf = ({ function_name, label = '', file_path, line_number }: Sent) => ({
  functionName: function_name ?? '',
  label,
  filePath: file_path ?? '',
  lineNumber: line_number ?? 0,
});

const momentOf = ({ trace_id, span_id, mode, captured_at }: Sent) => ({
  traceId: trace_id?.toLowerCase() ?? '',
  spanId: span_id?.toLowerCase() ?? '',
  mode: mode ?? 'snapshot',
  capturedAt: captured_at ?? '',
});

function evaluated(bytes: Uint8Array, condition: string): CaptureResult {
  const { variables } = JSON.parse(Buffer.from(bytes).toString()) as {
    readonly variables: { readonly [name: string]: Json };
  };
  try {
    return { kind: 'condition', holds: conditionHolds(condition, variables as Variables) };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { kind: 'condition', holds: false, error: error.message };
  }
}
