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
  listBreakpoints: { response: { breakpoints: [breakpoint], total: 1 } },
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
  deleteBreakpoint: { response: { success: true, id: breakpoint.id } },
} as const;
