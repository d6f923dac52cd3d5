import type { OrganizationId } from '../../schemas/ids.ts';
import type { Keyring } from '../keyring/port.ts';

type Hashing = Pick<Keyring, 'macOf'>;

/** 128 bits: no two users of an organization have the same. */
const digits = 32;

/**
 * A user id as it is stored where its organization has it masked: the same for the same id, another one in another organization, and of no
 * use to anybody without the key of the organization, with which it is erased.
 */
export async function maskedUserId(
  organizationId: OrganizationId,
  userId: string,
  keyring: Hashing,
): Promise<string> {
  const owner = { kind: 'organization', id: organizationId } as const;
  const mac = await keyring.macOf(owner, 'replay-user', userId);
  return `masked-${mac.toString('hex').slice(0, digits)}`;
}

/** How chunks may name a user: as the recorder did, or masked, since the setting may have changed between two of them. */
export const storedUserIds = async (
  organizationId: OrganizationId,
  userId: string,
  keyring: Hashing,
): Promise<readonly string[]> => [userId, await maskedUserId(organizationId, userId, keyring)];
