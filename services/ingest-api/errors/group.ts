import { rejectionProblem } from '../../../platform/commands/rejection.ts';
import type { HttpRequest } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import {
  type ErrorGroupRow,
  errorGroupKey,
  errorGroups,
} from '../../../projections/errors/error-groups.ts';
import { readErrorGroup } from '../../../projections/errors/read-group.ts';
import type { ErrorGroupNames, OfErrorGroup } from '../../../schemas/errors/group.ts';
import type { ErrorGroupId } from '../../../schemas/errors/ids.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import type { IngestShared } from '../shared.ts';
import { errorLimits } from './config.ts';

type Request = Pick<HttpRequest<'resolveError'>, 'key' | 'signal' | 'receivedAtMs'>;

type FoundGroup = OfErrorGroup & ErrorGroupNames & Pick<ErrorGroupRow, 'regressionId'>;

/**
 * A group about which somebody decided, or of which errors are kept. Throws 404 for another one, and 409 `limit_reached` where
 * the organization has decided about as many as it can.
 */
export async function expectGroup(
  groupId: ErrorGroupId,
  { key: { organizationId }, signal, receivedAtMs }: Request,
  { projections, warehouse }: IngestShared,
): Promise<FoundGroup> {
  const state = await projections.state({ signal });
  const row = state.get(errorGroups, errorGroupKey(organizationId, groupId));
  if (row !== undefined) {
    const { status: _status, sinceMs: _since, ...group } = row;
    return group;
  }
  const reader = { organization: organizationId };
  const options = { reader, signal, maxExecutionMs: errorLimits.readMsMax };
  const texts = await readErrorGroup(organizationId, groupId, ({ sql, parameters }) =>
    warehouse.query(sql, parameters, options),
  );
  if (texts === undefined) throw notFound(`there is no error ${groupId}`);
  const prefix = errorGroupKey(organizationId, '');
  const decided = state.list(errorGroups, { prefix, limit: errorLimits.decidedMax }).length;
  if (decided >= errorLimits.decidedMax) throw tooMany(receivedAtMs);
  return { organizationId, groupId, ...texts };
}

const tooMany = (nowMs: number) =>
  rejectionProblem(
    {
      reason: 'limit_reached',
      message: `at most ${errorLimits.decidedMax} errors can be resolved or ignored at once; reopen one`,
    },
    nowMs,
  );

/** What a command left of a group. */
export async function readStatus(
  organizationId: OrganizationId,
  groupId: ErrorGroupId,
  { projections, signal }: Pick<IngestShared, 'projections'> & { readonly signal: AbortSignal },
) {
  const state = await projections.state({ signal });
  const row = state.get(errorGroups, errorGroupKey(organizationId, groupId));
  return row === undefined
    ? ({ status: 'open', status_since: null } as const)
    : { status: row.status, status_since: new Date(row.sinceMs).toISOString() };
}
