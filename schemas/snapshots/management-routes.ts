import { z } from 'zod';
import { domainCommand, domainRead } from '../http/domain-routes.ts';
import { asOfQuery, cursorQuery, limited, nextCursor, paging, serviceName } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { breakpointStatuses } from './breakpoint.ts';
import { examples } from './examples.ts';
import { breakpointBody, changedBreakpoint, createdBreakpoint } from './parts.ts';
import { captureBody, snapshotBody } from './snapshot-parts.ts';

const snapshotsListed = { maximum: 500, preset: 50 };
const breakpointsListed = { maximum: 10_000, preset: 10_000 };

const breakpointPath = '/v1/breakpoints/:id';
const byId = z.object({ id: z.string() });
const asOf = z.object(asOfQuery);

const breakpoint = breakpointBody.extend({ success: z.literal(true) });
const killSwitch = z.object({ success: z.literal(true), kill_switch: z.boolean() });
const killSwitchPath = '/v1/snapshots/kill-switch';

export const managementRoutes = [
  {
    ...domainRead,
    name: 'listBreakpoints',
    path: '/v1/breakpoints',
    query: z.object({
      ...asOfQuery,
      ...limited(breakpointsListed),
      ...cursorQuery,
      service: serviceName.optional(),
      status: z.enum(breakpointStatuses).optional(),
    }),
    response: z.object({
      breakpoints: z.array(breakpointBody),
      total: z.int(),
      next_cursor: nextCursor,
    }),
    summary: 'Lists the breakpoints, the newest first.',
    example: examples.listBreakpoints,
    statuses: [200, 400, 410],
  },
  {
    ...domainCommand,
    name: 'createBreakpoint',
    method: 'POST',
    path: '/v1/breakpoints',
    body: 'json',
    hasExactNumbers: true,
    request: createdBreakpoint,
    response: breakpoint,
    summary: 'Sets a breakpoint in a running service, by function or by file and line.',
    example: examples.createBreakpoint,
    statuses: [201, 400, 409, 413, 415],
  },
  {
    ...domainRead,
    name: 'getBreakpoint',
    path: breakpointPath,
    params: byId,
    query: asOf,
    response: breakpoint,
    summary: 'Gives one breakpoint.',
    example: { response: examples.createBreakpoint.response },
    statuses: [200, 400, 404, 410],
  },
  {
    ...domainCommand,
    name: 'changeBreakpoint',
    method: 'PUT',
    path: breakpointPath,
    params: byId,
    body: 'json',
    hasExactNumbers: true,
    request: changedBreakpoint,
    response: breakpoint,
    summary: 'Changes the fields of a breakpoint that the body names.',
    example: examples.changeBreakpoint,
    statuses: [200, 400, 404, 409, 413, 415],
  },
  {
    ...domainCommand,
    name: 'enableBreakpoint',
    method: 'POST',
    path: '/v1/breakpoints/:id/enable',
    params: byId,
    body: 'none',
    response: breakpoint,
    summary:
      'Lets a breakpoint capture again; the count of one that has as many captures as it may have begins anew.',
    example: { response: examples.createBreakpoint.response },
    statuses: [200, 404, 409],
  },
  {
    ...domainCommand,
    name: 'disableBreakpoint',
    method: 'POST',
    path: '/v1/breakpoints/:id/disable',
    params: byId,
    body: 'none',
    response: breakpoint,
    summary: 'Stops the captures of a breakpoint.',
    example: examples.disableBreakpoint,
    statuses: [200, 404, 409],
  },
  {
    ...domainCommand,
    name: 'deleteBreakpoint',
    method: 'DELETE',
    path: breakpointPath,
    params: byId,
    body: 'none',
    response: z.object({ success: z.literal(true), id: z.string() }),
    summary: 'Deletes a breakpoint; an SDK that runs through its place registers it again.',
    example: examples.deleteBreakpoint,
    statuses: [200, 404, 409],
  },
  {
    ...domainRead,
    name: 'getKillSwitch',
    path: killSwitchPath,
    query: asOf,
    response: killSwitch,
    summary: 'Says whether all captures of the organization are stopped.',
    example: { response: { success: true, kill_switch: false } },
    statuses: [200, 400, 410],
  },
  {
    ...domainCommand,
    name: 'turnKillSwitch',
    method: 'PUT',
    path: killSwitchPath,
    body: 'json',
    request: z.object({ enabled: z.boolean() }),
    response: killSwitch,
    summary: 'Stops all captures of the organization, or allows them again.',
    example: { request: { enabled: true }, response: { success: true, kill_switch: true } },
    statuses: [200, 400, 409, 413, 415],
  },
  {
    ...domainRead,
    name: 'listSnapshots',
    path: '/v1/snapshots',
    query: z.object({
      ...asOfQuery,
      ...paging(snapshotsListed),
      ...cursorQuery,
      service: serviceName.optional(),
      breakpoint_id: z.string().optional(),
      trace_id: z.string().optional(),
    }),
    response: z.object({
      snapshots: z.array(snapshotBody),
      total: z.int(),
      limit: z.int(),
      offset: z.int(),
      next_cursor: nextCursor,
    }),
    summary: 'Lists the snapshots of the last 30 days, the newest first.',
    example: examples.listSnapshots,
    statuses: [200, 400, 410],
  },
  {
    ...domainRead,
    name: 'getSnapshot',
    path: '/v1/snapshots/:id',
    params: byId,
    response: snapshotBody.extend({
      success: z.literal(true),
      capture: captureBody
        .nullable()
        .meta({ description: 'Null for a moment after the capture, until it can be read.' }),
    }),
    summary: 'Gives one snapshot with what was captured; personal and secret values are masked.',
    example: examples.getSnapshot,
    statuses: [200, 404],
  },
] as const satisfies readonly Route[];
