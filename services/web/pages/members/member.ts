import type { ResponseOf } from '../../../../schemas/http/routes.ts';

export type Member = ResponseOf<'listMembers'>['members'][number];
export type Role = Member['role'];

export const roles = [
  ['owner', 'owner'],
  ['member', 'member'],
  ['viewer', 'viewer'],
] as const satisfies readonly (readonly [Role, string])[];

/** An API key gets no address, only a hint at it. */
export const addressOf = ({ email, email_hint: hint }: Member): string =>
  email ?? hint ?? 'not known any more';
