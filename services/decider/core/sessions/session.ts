import type { EventOf } from '../../../../schemas/events/event.ts';
import type { MailboxHash, OrganizationId } from '../../../../schemas/ids.ts';
import type { Membership } from '../../../../schemas/sessions/membership.ts';
import { attemptsMax } from '../accounts/registration.ts';
import { aggregate } from '../aggregate.ts';

/** How long a person stays signed in. */
export const sessionMs = 12 * 3_600_000;

export type Session = {
  readonly kind: 'session';
  readonly mailboxHash: MailboxHash;
  readonly memberships: readonly Membership[];
  readonly codeMac: string;
  readonly expiresAtMs: number;
  readonly attemptsLeft: number;
  /** What the right code began. */
  readonly started?: { readonly organizationId: OrganizationId; readonly hash: string };
  readonly ended: boolean;
};

type SessionType = 'SessionRequested' | 'SessionCodeRejected' | 'SessionStarted' | 'SessionEnded';

export const sessions = aggregate<Session, SessionType>({
  kind: 'session',
  reads: 'whole',
  events: {
    SessionRequested: true,
    SessionCodeRejected: true,
    SessionStarted: true,
    SessionEnded: true,
  },
  evolve: evolveSession,
});

function evolveSession(
  state: Session | undefined,
  event: EventOf<SessionType>,
): Session | undefined {
  switch (event.type) {
    case 'SessionRequested': {
      const { mailboxHash, memberships, codeMac, expiresAtMs } = event.data;
      const code = { codeMac, expiresAtMs, attemptsLeft: attemptsMax };
      return { kind: 'session', mailboxHash, memberships, ...code, ended: false };
    }
    case 'SessionCodeRejected':
      return state && { ...state, attemptsLeft: event.data.attemptsLeft };
    case 'SessionStarted': {
      const { organizationId, hash } = event.data;
      return state && { ...state, started: { organizationId, hash } };
    }
    case 'SessionEnded':
      return state && { ...state, ended: true };
  }
}
