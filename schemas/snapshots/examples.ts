const breakpoint = {
  id: 'b2f1c9a4-6a0e-5c58-9a53-0f4f5d1f7c11',
  service_name: 'checkout',
  function_name: 'placeOrder',
  label: 'before-payment',
  file_path: 'src/orders/place-order.ts',
  line_number: 42,
  enabled: true,
  mode: 'snapshot',
  max_captures: 100,
  capture_count: 3,
  idle_timeout_hours: 24,
  pinned: false,
  status: 'active',
  created_at: '2026-11-25T09:12:03.418Z',
  updated_at: '2026-11-25T09:12:03.418Z',
} as const;

const place = {
  service_name: breakpoint.service_name,
  file_path: breakpoint.file_path,
  line_number: breakpoint.line_number,
  function_name: breakpoint.function_name,
  label: breakpoint.label,
} as const;

const snapshot = {
  id: '5d0c2c5e-91a2-5c1c-8c1e-55a1b0a4f6c3',
  breakpoint_id: breakpoint.id,
  service_name: 'checkout',
  number: 4,
  trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
  taken_at: '2026-11-25T09:15:22.341Z',
  condition_undecided: false,
} as const;

const condition = 'order.total > 500';

const conditional = {
  ...breakpoint,
  condition,
  condition_eval: 'sdk-evaluable',
  max_captures: 20,
} as const;

/** What requests and responses look like, by route. */
export const examples = {
  circuitBreaker: {
    events: [
      {
        type: 'circuit_breaker_tripped',
        service_name: 'checkout',
        failure_count: 3,
        window_seconds: 60,
        cooldown_seconds: 300,
        timestamp: '2026-11-25T09:20:00.000Z',
      },
    ],
  },
  activeBreakpoints: {
    response: {
      breakpoints: [breakpoint],
      kill_switch: false,
      sse_endpoint: '/sdk/snapshots/stream/checkout',
    },
  },
  registerBreakpoint: {
    request: place,
    response: { success: true, ...breakpoint, capture_count: 0 },
  },
  captureSnapshot: {
    request: {
      breakpoint_id: breakpoint.id,
      ...place,
      variables: { order: { id: 'o-17', total: 512 }, user: { email: '[REDACTED:email]' } },
      stack_trace: 'placeOrder at src/orders/place-order.ts:42',
      trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
      span_id: '00f067aa0ba902b7',
      captured_at: '2026-11-25T09:15:22.120Z',
    },
    response: {
      success: true,
      id: '5d0c2c5e-91a2-5c1c-8c1e-55a1b0a4f6c3',
      snapshot_id: '5d0c2c5e-91a2-5c1c-8c1e-55a1b0a4f6c3',
      breakpoint_id: breakpoint.id,
      capture_count: 4,
      condition_undecided: false,
    },
  },
  checkInSnapshot: {
    request: {
      service_name: breakpoint.service_name,
      function_name: breakpoint.function_name,
      label: breakpoint.label,
      variables: { order: { total: 120 } },
    },
    response: {
      capture: false,
      reason: 'condition_false',
      message: null,
      breakpoint: conditional,
      kill_switch: false,
    },
  },
  listBreakpoints: { response: { breakpoints: [breakpoint], total: 1, next_cursor: null } },
  createBreakpoint: {
    request: { ...place, condition, max_captures: 20 },
    response: { success: true, ...conditional, capture_count: 0 },
  },
  changeBreakpoint: {
    request: { condition, max_captures: 20 },
    response: { success: true, ...conditional, updated_at: '2026-11-25T09:30:41.007Z' },
  },
  disableBreakpoint: {
    response: {
      success: true,
      ...breakpoint,
      enabled: false,
      status: 'disabled',
      updated_at: '2026-11-25T09:31:10.550Z',
    },
  },
  listSnapshots: {
    response: { snapshots: [snapshot], total: 1, limit: 50, offset: 0, next_cursor: null },
  },
  getSnapshot: {
    response: {
      success: true,
      ...snapshot,
      capture: {
        function_name: breakpoint.function_name,
        label: breakpoint.label,
        file_path: breakpoint.file_path,
        line_number: breakpoint.line_number,
        mode: 'snapshot',
        variables: { order: { id: 'o-17', total: 512 }, user: { email: '[REDACTED:email]' } },
        security_flags: [],
        stack_trace: 'placeOrder at src/orders/place-order.ts:42',
        request_context: null,
        expression_results: null,
        span_id: '00f067aa0ba902b7',
        captured_at: '2026-11-25T09:15:22.120Z',
        masked: 0,
      },
    },
  },
  deleteBreakpoint: { response: { success: true, id: breakpoint.id } },
} as const;
