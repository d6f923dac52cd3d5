const channel = {
  id: 'c5a4f1fe-0d53-5f3b-a2c9-71d5b8e6f304',
  name: 'On call',
  type: 'email',
  enabled: true,
  status: 'unconfirmed',
  address_hint: 'o…@example.com',
  remind_minutes: 60,
  created_at: '2026-11-25T01:37:03.661Z',
  updated_at: '2026-11-25T01:37:03.661Z',
};

/** What requests and responses look like, by route. */
export const examples = {
  listChannels: { response: { channels: [channel], next_cursor: null } },
  createChannel: {
    request: { name: 'On call', type: 'email', address: 'oncall@example.com', remind_minutes: 60 },
    response: { success: true, ...channel },
  },
  changeChannel: {
    request: { enabled: false },
    response: {
      success: true,
      ...channel,
      enabled: false,
      status: 'ready',
      updated_at: '2026-11-25T02:11:45.102Z',
    },
  },
  deleteChannel: { response: { success: true, id: channel.id } },
  testChannel: { response: { success: true, id: channel.id } },
} as const;
