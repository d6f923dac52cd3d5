import type { EventOf } from '../../../schemas/events/event.ts';
import type { OrganizationId, UserId } from '../../../schemas/ids.ts';

export const codesPerHourMax = 5;

const hourMs = 3_600_000;

/** One mail address: how many codes it got lately, and whose it is. */
export type Address = {
  readonly kind: 'address';
  /** The latest, at most as many as an hour may hold. */
  readonly codesSentAtMs: readonly number[];
  readonly user?: { readonly userId: UserId; readonly organizationId: OrganizationId };
};

const unknownAddress: Address = { kind: 'address', codesSentAtMs: [] };

export function evolveAddress(
  state: Address = unknownAddress,
  event: EventOf<'CodeSent' | 'UserCreated'>,
): Address {
  switch (event.type) {
    case 'CodeSent':
      return {
        ...state,
        codesSentAtMs: [...state.codesSentAtMs, event.atMs].slice(-codesPerHourMax),
      };
    case 'UserCreated': {
      const { userId, organizationId } = event.data;
      return { ...state, user: { userId, organizationId } };
    }
  }
}

export function mayGetCode(state: Address | undefined, atMs: number): boolean {
  const recent = (state?.codesSentAtMs ?? []).filter(sentAtMs => sentAtMs > atMs - hourMs);
  return recent.length < codesPerHourMax;
}
