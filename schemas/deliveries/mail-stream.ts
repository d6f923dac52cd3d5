import { deliveriesStream, type OrganizationId, type SessionId, type StreamName } from '../ids.ts';

/** What became of the mails to a person: who registers, or the owner of an organization. */
export const mailStream = (id: SessionId | OrganizationId): StreamName =>
  deliveriesStream(`mail-${id}`);
