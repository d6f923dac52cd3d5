import { rejectionProblem } from '../../../platform/commands/rejection.ts';
import { statusOf } from '../../../projections/api-keys/api-key-row.ts';
import { keysOf } from '../../../projections/api-keys/organization-keys.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { accountLimits } from '../accounts/config.ts';

type Asking = {
  readonly organizationId: OrganizationId;
  readonly atMs: number;
  readonly signal: AbortSignal;
};

type Dependencies = { readonly projections: Pick<Projections, 'state'> };

/** Throws 409 where the organization has as many keys as it may. Keys that only end their overlap do not count. */
export async function assertRoomForKey(asking: Asking, dependencies: Dependencies): Promise<void> {
  const { keysPerOrganizationMax: max } = accountLimits;
  const { lasting } = await countKeys(asking, dependencies);
  if (lasting >= max)
    throw limitReached(`${max} API keys (API keys per organization)`, asking.atMs);
}

/** Throws 409 where too many old keys wait for the end of their overlap. */
export async function assertRoomForRotation(
  asking: Asking,
  dependencies: Dependencies,
): Promise<void> {
  const { rotatedKeysMax: max } = accountLimits;
  const { ending } = await countKeys(asking, dependencies);
  if (ending >= max) {
    throw limitReached(`${max} rotated API keys in their overlap (rotated API keys)`, asking.atMs);
  }
}

async function countKeys(
  { organizationId, atMs, signal }: Asking,
  { projections }: Dependencies,
): Promise<{ readonly lasting: number; readonly ending: number }> {
  const state = await projections.state({ signal });
  const active = [...keysOf(organizationId, state)].filter(row => statusOf(row, atMs) === 'active');
  const ending = active.filter(({ rotatedTo }) => rotatedTo !== undefined).length;
  return { lasting: active.length - ending, ending };
}

const limitReached = (what: string, nowMs: number) =>
  rejectionProblem(
    {
      reason: 'limit_reached',
      message: `an organization may have at most ${what}, revoke one that is not used`,
    },
    nowMs,
  );
