/** What requests and responses look like, by route. */
export const examples = {
  register: {
    response: {
      verification_required: true,
      session_id: '3919d8ba-e3c5-53d0-b57e-e1d5c7f70e29',
      message: 'A verification code was sent to ada@example.com',
      expires_at: '2026-11-25T01:52:03.516Z',
    },
    request: {
      email: 'ada@example.com',
      service_name: 'checkout',
      source: 'cli',
    },
  },
  verify: {
    response: {
      api_key: 'tmk_live_…',
      user_id: '0f0b6a1b-7f09-5c28-aae2-4a2bbfc58525',
      organization_id: '0c293219-67d8-5369-b5c4-53b455d2bbb3',
      service_name: 'checkout',
      dashboard_url: 'https://tidemark.example/services/checkout',
    },
    request: {
      session_id: '3919d8ba-e3c5-53d0-b57e-e1d5c7f70e29',
      code: '123456',
    },
  },
  integrationStatus: {
    response: {
      status: 'active',
      integration: {
        service_name: 'checkout',
        integration_type: 'cli',
        source: 'cli',
        status: 'active',
        first_data_at: '2026-11-25T01:37:03.792Z',
        last_data_at: '2026-11-25T01:37:03.792Z',
      },
    },
  },
} as const;
