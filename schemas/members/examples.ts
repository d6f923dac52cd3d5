const ada = {
  id: '0f0b6a1b-7f09-5c28-aae2-4a2bbfc58525',
  email: 'ada@example.com',
  email_hint: 'a…@example.com',
  role: 'owner',
  status: 'active',
  is_you: true,
  invited_by: null,
  invited_at: null,
  expires_at: null,
  joined_at: '2026-11-25T01:37:03.661Z',
  removed_at: null,
} as const;

const bob = {
  ...ada,
  id: '7c1e0d53-51f4-5f0c-9d0b-3f9a6d2e8b10',
  email: 'bob@example.com',
  email_hint: 'b…@example.com',
  role: 'member',
  status: 'invited',
  is_you: false,
  invited_by: ada.id,
  invited_at: '2026-11-28T09:12:44.105Z',
  expires_at: '2026-12-05T09:12:44.105Z',
  joined_at: null,
} as const;

/** What requests and responses look like, by route. */
export const examples = {
  listMembers: { response: { members: [ada, bob], total: 2, next_cursor: null } },
  getMember: { response: ada },
  inviteMember: { request: { email: 'bob@example.com', role: 'member' }, response: bob },
  changeMember: { request: { role: 'viewer' }, response: { ...bob, role: 'viewer' } },
  removeMember: { response: { success: true, id: bob.id } },
  leaveOrganization: { response: { success: true, id: ada.id } },
} as const;
