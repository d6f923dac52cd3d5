import type { OrganizationId } from '../../../schemas/ids.ts';
import { type Rejected, reject } from './decision.ts';

/** A resource that a user commands; that of another organization is unknown. One that was deleted is known: it may be restored. */
export function known<State extends { readonly organizationId: OrganizationId }>(
  state: State | undefined,
  asking: OrganizationId | undefined,
  /** As `alert rule <id>`. */
  name: string,
): State | Rejected {
  const isTheirs = asking === undefined || asking === state?.organizationId;
  return state === undefined || !isTheirs ? unknown(name) : state;
}

export const unknown = (name: string): Rejected => reject('not_found', `there is no ${name}`);
