import type { ClearLeads } from '../../domain/alerts/leads.ts';
import type { Keyring } from '../../platform/keyring/port.ts';
import type { AlertHistoryRow } from './alert-history.ts';

/** Where to look first of an alert, without the message of the error when the key of the organization was destroyed. */
export async function clearLeads(
  { organizationId: id, leads = {} }: AlertHistoryRow,
  keyring: Pick<Keyring, 'unseal'>,
): Promise<ClearLeads> {
  const { error, deployment } = leads;
  const sealed = error?.messageSealed;
  const message = sealed && (await keyring.unseal({ kind: 'organization', id }, sealed));
  return {
    ...(error && { error: { type: error.type, ...(message !== undefined && { message }) } }),
    ...(deployment && { deployment }),
  };
}
