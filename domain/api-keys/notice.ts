import type { ApiKeyIssued } from '../../schemas/api-keys/events.ts';

/** Whether the owner gets a mail about the key. Events of version 1 cause none. */
export const isNotified = ({ data }: ApiKeyIssued): boolean => data.mailboxHash !== undefined;
