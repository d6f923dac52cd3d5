import { rejectionProblem } from '../../../platform/commands/rejection.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import { type MemberRow, memberKey, members } from '../../../projections/members/members.ts';
import { type OrganizationId, userId } from '../../../schemas/ids.ts';

type Asked = {
  readonly organizationId: OrganizationId;
  readonly id: string;
  readonly receivedAtMs: number;
  readonly signal: AbortSignal;
};

/** Somebody who belongs to the organization or is invited; throws 404. */
export async function findMember(
  { organizationId, id, receivedAtMs, signal }: Asked,
  { projections }: { readonly projections: Pick<Projections, 'state'> },
): Promise<MemberRow> {
  const state = await projections.state({ signal });
  const row = state.get(members, memberKey(organizationId, userId(id.toLowerCase())));
  if (row !== undefined && row.removedAtMs === undefined) return row;
  const message = 'there is no such member';
  throw rejectionProblem({ reason: 'member_unknown', message }, receivedAtMs);
}
