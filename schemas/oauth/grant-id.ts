import { type Brand, type StreamName, stream } from '../ids.ts';

export type GrantId = Brand<string, 'GrantId'>;

export const grantId = (value: string): GrantId => value as GrantId;

/** What a person allowed, until it is revoked. */
export const grantStream = (id: GrantId): StreamName => stream('grant', id);

/** The tokens of a grant, each pair in place of the one before; apart, so that hourly tokens are no change in the audit log. */
export const grantTokensStream = (id: GrantId): StreamName => stream('grant-tokens', id);
