import { type OrganizationId, type StreamName, stream } from '../ids.ts';

/** The people of an organization: one stream, because it must keep an owner. */
export const membersStream = (id: OrganizationId): StreamName => stream('members', id);
