import { z } from 'zod';
import { domainCommand, domainRead } from '../http/domain-routes.ts';
import { json, serviceName } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { examples } from './examples.ts';
import { breakpointBody, registeredBreakpoint } from './parts.ts';

// Names may hold slashes, and SDKs do not escape them.
const activePath = '/sdk/snapshots/active/*service';
const byService = z.object({ service: serviceName });

const eventsMax = 100;

const active = z.object({
  breakpoints: z.array(breakpointBody),
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
    ...domainCommand,
    name: 'registerBreakpoint',
    method: 'POST',
    path: '/sdk/snapshots/auto-register',
    perService: true,
    body: 'json',
    request: registeredBreakpoint,
    response: breakpointBody.extend({ success: z.literal(true) }),
    summary:
      'Registers a place of a program as a breakpoint: 201 for a new one, 200 for one that exists, with what users set.',
    example: examples.registerBreakpoint,
    statuses: [201, 200, 400, 409, 413, 415],
  },
] as const satisfies readonly Route[];
