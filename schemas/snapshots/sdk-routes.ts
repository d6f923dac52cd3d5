import { z } from 'zod';
import { domainCommand, domainRead } from '../http/domain-routes.ts';
import { json, serviceName } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { dropReasons } from './breakpoint.ts';
import { capturedBody } from './capture.ts';
import { checkedInAnswer, checkedInBody } from './checked-in.ts';
import { examples } from './examples.ts';
import { registeredBreakpoint, sdkBreakpointBody } from './parts.ts';

// Names may hold slashes, and SDKs do not escape them.
const activePath = '/sdk/snapshots/active/*service';
const byService = z.object({ service: serviceName });

const eventsMax = 100;

const taken = z.object({
  success: z.literal(true),
  id: z.string(),
  snapshot_id: z.string(),
  breakpoint_id: z.string(),
  capture_count: z.int().meta({ description: 'With this one.' }),
  condition_undecided: z.boolean().meta({
    description:
      'The captured variables do not say whether the condition holds: they lack what it names, or the SDK cut it off or masked it.',
  }),
});

const dropped = z.object({
  success: z.literal(false),
  dropped: z.literal(true),
  reason: z.enum(dropReasons),
  breakpoint_id: z.string(),
  capture_count: z.int(),
});

const active = z.object({
  breakpoints: z.array(sdkBreakpointBody),
  kill_switch: z.boolean(),
  sse_endpoint: z.string(),
});

export const sdkRoutes = [
  {
    ...domainRead,
    name: 'activeBreakpoints',
    path: activePath,
    perService: true,
    params: byService,
    response: active,
    summary: 'Gives SDKs the breakpoints of a service that capture now.',
    example: examples.activeBreakpoints,
    statuses: [200, 400],
  },
  {
    ...domainRead,
    name: 'pollBreakpoints',
    method: 'POST',
    path: activePath,
    perService: true,
    params: byService,
    body: 'json',
    request: z.object({ events: z.array(json).max(eventsMax).nullish() }).optional(),
    response: active,
    summary: 'Gives the same as GET to SDKs that report events of their circuit breaker.',
    example: { request: examples.circuitBreaker, ...examples.activeBreakpoints },
    statuses: [200, 400, 413, 415],
  },
  {
    ...domainRead,
    name: 'streamBreakpoints',
    waits: true,
    path: '/sdk/snapshots/stream/*service',
    perService: true,
    params: byService,
    contentType: 'text/event-stream; charset=utf-8',
    summary:
      'Streams the active breakpoints of a service and the kill switch: `init` with all of them first, then each change, and a heartbeat every 15 s.',
    statuses: [200, 400, 404],
  },
  {
    ...domainCommand,
    name: 'registerBreakpoint',
    method: 'POST',
    path: '/sdk/snapshots/auto-register',
    perService: true,
    body: 'json',
    request: registeredBreakpoint,
    response: sdkBreakpointBody.extend({ success: z.literal(true) }),
    summary:
      'Registers a place of a program as a breakpoint: 201 for a new one, 200 for one that exists, with what users set.',
    example: examples.registerBreakpoint,
    statuses: [201, 200, 400, 409, 413, 415],
  },
  {
    ...domainCommand,
    name: 'captureSnapshot',
    method: 'POST',
    path: '/sdk/snapshots/capture',
    perService: true,
    body: 'json-bytes',
    request: capturedBody,
    response: z.union([taken, dropped]),
    summary:
      'Takes what a breakpoint captured: 201 for one that is kept, 200 for one that is beyond a limit, or for which the condition does not hold, and dropped.',
    example: examples.captureSnapshot,
    statuses: [201, 200, 400, 404, 409, 413, 415],
  },
  {
    ...domainRead,
    name: 'checkInSnapshot',
    method: 'POST',
    path: '/sdk/snapshots/check-in',
    perService: true,
    body: 'json',
    request: checkedInBody,
    response: checkedInAnswer,
    summary: 'Says whether a capture of a place would be taken now, and evaluates its condition.',
    example: examples.checkInSnapshot,
    statuses: [200, 400, 404, 413, 415],
  },
] as const satisfies readonly Route[];
