/** `owner` may do everything, `member` everything but keys, money, people and the name of the organization, `viewer` reads. */
export const memberRoles = ['owner', 'member', 'viewer'] as const;

export type MemberRole = (typeof memberRoles)[number];
