import type { z } from 'zod';
import { scrub } from '../../../../domain/scrub/scrub.ts';
import {
  conditionDecided,
  type Variables,
} from '../../../../domain/snapshots/expression/evaluate.ts';
import { ExpressionError } from '../../../../domain/snapshots/expression/tokens.ts';
import { parseJson } from '../../../../platform/http/bodies/json.ts';
import { HttpProblem, parseRequest } from '../../../../platform/http/problem.ts';
import { exactJsonText } from '../../../../schemas/exact-json.ts';
import type { BreakpointMode } from '../../../../schemas/snapshots/breakpoint.ts';
import { capturedBody, type StoredCapture } from '../../../../schemas/snapshots/capture.ts';
import { snapshotLimits } from '../config.ts';

/** What is done with bytes off the event loop. */
export type CaptureTask =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  | { readonly kind: 'condition'; readonly bytes: Uint8Array; readonly condition: string };

export type ReadCapture = {
  readonly kind: 'read';
  readonly breakpointId: string;
  readonly traceId?: string;
  /** As the SDK sent it; one that does not leaves it to the breakpoint. */
  readonly mode?: BreakpointMode;
  /** A `StoredCapture` as JSON, without its mode. */
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/**
 * What captured variables say of a condition.
 *  undecided  an SDK left out, cut off or masked what decides it
 *  faulty     it cannot be evaluated over them
 */
export type Verdict = 'holds' | 'fails' | 'undecided' | 'faulty';

export type CaptureResult =
  | ReadCapture
  | { readonly kind: 'condition'; readonly verdict: Verdict }
  | {
      readonly kind: 'invalid';
      readonly message: string;
      readonly details: readonly { readonly field: string; readonly message: string }[];
    };

/** Parses a capture and masks what is personal or secret in it, or evaluates a condition over what was sent. */
export const workOn = (task: CaptureTask): CaptureResult =>
  task.kind === 'read' ? readCapture(task.bytes) : evaluated(task.bytes, task.condition);

function readCapture(bytes: Uint8Array): CaptureResult {
  try {
    const sent = sentIn(bytes, { isExact: true });
    const { breakpoint_id: breakpointId, trace_id: traceId, mode } = sent;
    return {
      kind: 'read',
      breakpointId: breakpointId.toLowerCase(),
      ...(traceId && { traceId: traceId.toLowerCase() }),
      ...(mode && { mode }),
      bytes: new Uint8Array(Buffer.from(exactJsonText(storedOf(sent)))),
    };
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    return { kind: 'invalid', message: error.message, details: error.details ?? [] };
  }
}

type Sent = z.output<typeof capturedBody>;

function storedOf(sent: Sent): Omit<StoredCapture, 'mode'> {
  const { variables = {}, stack_trace: stackTrace = '' } = sent;
  const { request_context: requestContext = null, expression_results: expressionResults = null } =
    sent;
  const securityFlags = sent.security_flags ?? [];
  const { function_name: functionName = '', label = '', file_path: filePath = '' } = sent;
  const place = { functionName, label, filePath };
  const seen = {
    variables,
    stackTrace,
    requestContext,
    expressionResults,
    securityFlags,
    ...place,
  };
  const { value, masked } = scrub(seen);
  const lineNumber = sent.line_number ?? 0;
  return { ...(value as typeof seen), lineNumber, ...momentOf(sent), masked };
}

const momentOf = ({ trace_id, span_id, captured_at }: Sent) => ({
  traceId: trace_id?.toLowerCase() ?? '',
  spanId: span_id?.toLowerCase() ?? '',
  capturedAt: captured_at ?? '',
});

/** Over what was sent, as SDKs evaluate it: what this server masks would decide nothing. */
function evaluated(bytes: Uint8Array, condition: string): CaptureResult {
  const { variables } = sentIn(bytes, { isExact: false });
  try {
    const holds = conditionDecided(condition, (variables ?? {}) as Variables);
    const verdict = holds === undefined ? 'undecided' : holds ? 'holds' : 'fails';
    return { kind: 'condition', verdict };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { kind: 'condition', verdict: 'faulty' };
  }
}

const sentIn = (bytes: Uint8Array, numbers: { readonly isExact: boolean }): Sent =>
  parseRequest(capturedBody, parseJson(Buffer.from(bytes), { ...snapshotLimits.json, ...numbers }));
