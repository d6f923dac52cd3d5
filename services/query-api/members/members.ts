import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import type { Keyring } from '../../../platform/keyring/port.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import { memberBody } from '../../../projections/members/member-body.ts';
import { memberKey, members, membersOf } from '../../../projections/members/members.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { userId } from '../../../schemas/ids.ts';
import { memberLimits } from '../../../schemas/members/limits.ts';
import { listOf } from '../bounds/list.ts';
import { bodyOf } from '../bounds/written.ts';

type Dependencies = {
  readonly projections: Pick<Projections, 'state'>;
  readonly keyring: Pick<Keyring, 'unseal'>;
  readonly clock: () => number;
};

/** GET /v1/members */
export const listMembers =
  ({ projections, keyring, clock }: Dependencies): Handler<'listMembers'> =>
  async ({ key, signal, query, ...request }) => {
    const asked = { asOfMs: asOfMs({ query, ...request }), signal };
    const state = await projections.state(asked);
    const atMs = asked.asOfMs ?? clock();
    const { organizationId } = key;
    const { items, ...list } = await listOf({
      organizationId,
      signal,
      state,
      query,
      projection: members,
      prefix: membersOf(organizationId),
      max: memberLimits.listedMax,
      passes: row => query.removed === true || row.removedAtMs === undefined,
      order: row => row.joinedAtMs ?? row.invited?.atMs ?? 0,
      change: row => memberBody(row, key, { keyring, atMs }),
    });
    const body = { members: items, total: list.total, next_cursor: list.next };
    return { status: 200, body: bodyOf<ResponseOf<'listMembers'>>(body) };
  };

/** GET /v1/members/:id */
export const getMember =
  ({ projections, keyring, clock }: Dependencies): Handler<'getMember'> =>
  async ({ key, params: { id }, signal, ...request }) => {
    const asked = { asOfMs: asOfMs(request), signal };
    const state = await projections.state(asked);
    const row = state.get(members, memberKey(key.organizationId, userId(id.toLowerCase())));
    if (row === undefined) throw notFound('there is no such member');
    const atMs = asked.asOfMs ?? clock();
    return { status: 200, body: await memberBody(row, key, { keyring, atMs }) };
  };
