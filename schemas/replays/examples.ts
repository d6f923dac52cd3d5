const replay = {
  session_id: '4f1c2d3e5a6b47889900aabbccddeeff',
  type: 'session',
  started_at: '2026-11-25T10:02:11.412Z',
  ended_at: '2026-11-25T10:05:40.006Z',
  duration_ms: 208_594,
  url: 'https://shop.example/cart',
  user_id: 'user-17',
  click_count: 12,
  keypress_count: 40,
  rage_click_count: 1,
  dead_click_count: 2,
  segment_count: 7,
  size_bytes: 912_331,
};

const segment = {
  id: '0b0c2f0e-5d0a-5f3b-9a55-0c6f4be1d7a1',
  segment_id: 0,
  type: 'session',
  url: 'https://shop.example/',
  started_at: '2026-11-25T10:02:11.412Z',
  ended_at: '2026-11-25T10:02:41.380Z',
  received_at: '2026-11-25T10:02:41.702Z',
  event_count: 310,
  size_bytes: 130_332,
};

/** What requests and responses look like, by route. */
export const examples = {
  uploadReplayChunk: {
    response: {
      success: true,
      session_id: replay.session_id,
      segment_id: 0,
      size_bytes: 130_332,
      duplicate: false,
    },
  },
  listReplays: {
    response: { replays: [{ ...replay, error_count: 2 }], total: 1, limit: 50, offset: 0 },
  },
  getReplay: {
    response: {
      ...replay,
      user_agent: 'Mozilla/5.0',
      segments: [segment],
      traces: [
        {
          trace_id: '5b8efff798038103d269b633813fc60c',
          span_id: 'eee19b7ec3c1b174',
          service_name: 'shop',
          operation_name: 'Exception: TypeError',
          time: '2026-11-25T10:04:01.000Z',
          has_error: true,
        },
      ],
      errors: [
        {
          kind: 'span',
          time: '2026-11-25T10:04:01.120Z',
          error_type: 'TypeError',
          message: 'cart is undefined',
          count: 1,
          service_name: 'shop',
          trace_id: '5b8efff798038103d269b633813fc60c',
          span_id: 'eee19b7ec3c1b174',
          group_id: '5b0c4e63-2f77-8d10-9a34-61f2c7d0e9ab',
        },
        {
          kind: 'console',
          time: '2026-11-25T10:04:01.118Z',
          error_type: 'TypeError',
          message: 'TypeError: cart is undefined',
          count: 1,
          service_name: null,
          trace_id: null,
          span_id: null,
          group_id: null,
        },
      ],
      slow_requests: [
        {
          at: '2026-11-25T10:03:12.004Z',
          method: 'POST',
          url: 'https://shop.example/orders',
          status: 503,
          duration_ms: 4_210,
          trace_id: '5b8efff798038103d269b633813fc60c',
        },
      ],
      rage_clicks: [{ at: '2026-11-25T10:03:16.310Z' }],
      dead_clicks: [{ at: '2026-11-25T10:03:16.920Z' }, { at: '2026-11-25T10:04:03.480Z' }],
    },
  },
  deleteReplay: {
    response: {
      success: true,
      session_id: replay.session_id,
      deletion_id: '7d1f2c3b-4a5e-5f60-8b9a-0c1d2e3f4a5b',
    },
  },
  deleteReplays: {
    response: {
      success: true,
      user_id: replay.user_id,
      session_count: 3,
      deletion_id: '7d1f2c3b-4a5e-5f60-8b9a-0c1d2e3f4a5b',
    },
  },
  replayEvents: {
    response: {
      session_id: replay.session_id,
      segment_id: 0,
      next_cursor: segment.id,
      events: [{ type: 4, data: { href: 'https://shop.example/' }, timestamp: 1_795_600_931_412 }],
    },
  },
} as const;
