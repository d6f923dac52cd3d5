import type { Principal } from '../../platform/http/handler.ts';
import type { Keyring } from '../../platform/keyring/port.ts';
import { addressHint } from '../../platform/privacy/address-hint.ts';
import type { MemberBody } from '../../schemas/members/routes.ts';
import { type MemberRow, statusOfMember } from './members.ts';

/**
 * A person of an organization as people of it see it; an API key gets no address.
 *  atMs  Unix ms of what is shown, by which invitations have expired or not
 */
export async function memberBody(
  row: MemberRow,
  asking: Pick<Principal, 'userId'>,
  { keyring, atMs }: { readonly keyring: Pick<Keyring, 'unseal'>; readonly atMs: number },
): Promise<MemberBody> {
  const { organizationId: id, userId, role, invited, joinedAtMs, removedAtMs } = row;
  const email = await keyring.unseal({ kind: 'organization', id }, row.email);
  return {
    id: userId,
    email: asking.userId === undefined ? null : (email ?? null),
    email_hint: email === undefined ? null : addressHint(email),
    role,
    status: statusOfMember(row, atMs),
    is_you: userId === asking.userId,
    invited_by: invited?.by ?? null,
    invited_at: instantOf(invited?.atMs),
    expires_at: joinedAtMs === undefined ? instantOf(invited?.expiresAtMs) : null,
    joined_at: instantOf(joinedAtMs),
    removed_at: instantOf(removedAtMs),
  };
}

const instantOf = (atMs: number | undefined): string | null =>
  atMs === undefined ? null : new Date(atMs).toISOString();
