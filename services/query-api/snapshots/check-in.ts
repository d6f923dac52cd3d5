import { dropReasonAt } from '../../../domain/snapshots/breakpoint-use.ts';
import { conditionHolds, type Variables } from '../../../domain/snapshots/expression/evaluate.ts';
import { ExpressionError } from '../../../domain/snapshots/expression/tokens.ts';
import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { sdkBreakpointBody } from '../../../projections/snapshots/breakpoint-body.ts';
import {
  type BreakpointRow,
  breakpointKey,
  breakpoints,
} from '../../../projections/snapshots/breakpoints.ts';
import {
  breakpointsOf,
  serviceBreakpoints,
} from '../../../projections/snapshots/service-breakpoints.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { breakpointId } from '../../../schemas/snapshots/ids.ts';
import { assertOwnService } from '../services/own-service.ts';
import type { QueryShared } from '../shared.ts';
import { isKilled } from './active-breakpoints.ts';
import { snapshotReadLimits } from './config.ts';

type Request = HttpRequest<'checkInSnapshot'>;
type Answer = ResponseOf<'checkInSnapshot'>;

/** POST /sdk/snapshots/check-in: whether a capture of this place would be taken now. It changes nothing. */
export const checkInSnapshot =
  ({ projections }: Pick<QueryShared, 'projections'>): Handler<'checkInSnapshot'> =>
  async ({ key, body, receivedAtMs, signal }) => {
    assertOwnService(key, body.service_name);
    const state = await projections.state({ signal });
    const row = found(key.organizationId, body, state);
    const kill_switch = isKilled(key.organizationId, state);
    if (row === undefined) {
      const reason = 'unknown_breakpoint';
      const unknown = { capture: false, reason, message: null, breakpoint: null } as const;
      return { status: 200, body: { ...unknown, kill_switch } };
    }
    const reason = dropReasonAt(row, kill_switch, receivedAtMs) ?? null;
    const verdict = reason === null ? verdictOf(row, body) : { reason, message: null };
    const breakpoint = sdkBreakpointBody(row, receivedAtMs);
    return {
      status: 200,
      body: { capture: verdict.reason === null, ...verdict, breakpoint, kill_switch },
    };
  };

/** By id, then by function and label, then by file and line, as the caches of SDKs look. */
function found(
  organizationId: Request['key']['organizationId'],
  body: Request['body'],
  state: DomainState,
): BreakpointRow | undefined {
  const { breakpoint_id: id, service_name: service } = body;
  if (id !== undefined) {
    const row = state.get(
      breakpoints,
      breakpointKey(organizationId, breakpointId(id.toLowerCase())),
    );
    return row?.breakpoint.service === service ? row : undefined;
  }
  const prefix = breakpointsOf(organizationId, service);
  const rows = state
    .list(serviceBreakpoints, { prefix, limit: snapshotReadLimits.activeMax })
    .map(({ row }) => row);
  const { function_name: name, label = '', file_path: file, line_number: line } = body;
  const isCalled = ({ breakpoint }: BreakpointRow): boolean =>
    breakpoint.functionName === name && breakpoint.label === label;
  const isPlaced = ({ breakpoint }: BreakpointRow): boolean =>
    breakpoint.filePath === file && breakpoint.lineNumber === line;
  return (name ? rows.find(isCalled) : undefined) ?? (file ? rows.find(isPlaced) : undefined);
}

/** A condition that cannot be evaluated captures nothing. */
function verdictOf(
  { breakpoint: { condition = '' } }: BreakpointRow,
  { variables, metadata }: Request['body'],
): Pick<Answer, 'reason' | 'message'> {
  try {
    const holds = conditionHolds(condition, (variables ?? metadata ?? {}) as Variables);
    return { reason: holds ? null : 'condition_false', message: null };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { reason: 'condition_error', message: error.message };
  }
}
