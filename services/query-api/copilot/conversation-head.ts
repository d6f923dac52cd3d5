import type { Keyring } from '../../../platform/keyring/port.ts';
import type { ConversationRow } from '../../../projections/copilot/conversations.ts';
import type { ConversationId } from '../../../schemas/copilot/ids.ts';
import type { OrganizationId, Sealed } from '../../../schemas/ids.ts';
import { copilotLimits } from './config.ts';

type Unseal = (text: { readonly sealed: Sealed } | undefined) => Promise<string | undefined>;

/** Opens texts of an organization; undefined: its data was erased. */
export const openUnseal =
  (organizationId: OrganizationId, keyring: Pick<Keyring, 'unseal'>): Unseal =>
  async text =>
    text && keyring.unseal({ kind: 'organization', id: organizationId }, text.sealed);

/** What a conversation is known by. */
export async function conversationHead(id: ConversationId, row: ConversationRow, unseal: Unseal) {
  const title = await unseal(row.question);
  return {
    id,
    title: title?.slice(0, copilotLimits.titleCharactersMax) ?? null,
    created_at: new Date(row.startedAtMs).toISOString(),
  };
}
