const sessionId = '5d1f4b0e-64b5-5c0f-9a3e-0e3b8a3a9d41';
const organizationId = '0c293219-67d8-5369-b5c4-53b455d2bbb3';

/** What requests and responses look like, by route. */
export const examples = {
  requestSession: {
    request: { email: 'ada@example.com' },
    response: {
      verification_required: true,
      session_id: sessionId,
      message:
        'A mail was sent to ada@example.com; it has a code if an organization is registered there',
      expires_at: '2026-11-25T01:52:03.516Z',
    },
  },
  verifySession: {
    request: { session_id: sessionId, code: '123456' },
    response: {
      api_key: 'tmk_session_…',
      expires_at: '2026-11-25T13:38:03.516Z',
      user_id: '0f0b6a1b-7f09-5c28-aae2-4a2bbfc58525',
      organization_id: organizationId,
      organizations: [{ id: organizationId, name: 'Quiet Harbor 4711', is_invitation: false }],
    },
  },
  endSession: { response: { success: true, id: sessionId } },
} as const;
