import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { minuteMs } from '../durations.ts';
import { domainCommand, domainRead } from '../http/domain-routes.ts';
import {
  asOfQuery,
  cursorQuery,
  instant,
  jsonObject,
  limited,
  nextCursor,
  optionalNullable,
  serviceName,
  wholeNumber,
} from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { queryInstant } from '../http/sent-instant.ts';
import { restoreRoute, versionsRoute } from '../versions/routes.ts';
import { examples } from './examples.ts';
import {
  changedHealthCheck,
  createdHealthCheck,
  declaredMaintenance,
  healthCheckBody,
  healthCheckSettings,
  maintenanceBody,
  resultBody,
  uptimeDayBody,
} from './parts.ts';

/** More than an organization may have: without a limit a list is complete. */
const checksListed = { maximum: 2_000, preset: 2_000 };
const resultsListed = { maximum: 1_000, preset: 100 };

const uptimeDays = { minimum: 1, maximum: 90, preset: 90 };

const checkPath = '/api/health-checks/:id';
const maintenancePath = '/api/health-checks/:id/maintenance';
const byId = z.object({ id: z.string() });
const versioned = { path: checkPath, a: 'a health check' } as const;
const one = healthCheckBody.extend({ success: z.literal(true), health_check: healthCheckBody });

const knownAt = queryInstant
  .refine(instantMs => instantMs % minuteMs === 0, { error: 'expected a whole minute' })
  .optional()
  .meta({ description: 'A whole minute: the answer from what was known before it.' });

export const healthRoutes = [
  {
    name: 'sendHeartbeat',
    method: 'POST',
    path: '/v1/health/heartbeat',
    role: 'ingest-api',
    keys: keysFor.writing,
    perService: true,
    body: 'json',
    hasExactNumbers: true,
    request: z.object({
      service_name: serviceName,
      status: optionalNullable(
        z.enum(['healthy', 'degraded', 'unhealthy'], {
          error: 'expected healthy, degraded or unhealthy',
        }),
      ),
      metadata: optionalNullable(jsonObject),
    }),
    response: z.object({
      success: z.literal(true),
      message: z.string(),
      next_expected_at: instant,
    }),
    summary:
      'Takes a heartbeat of a service; it counts for each check of the service that waits for heartbeats, and creates one if there is none.',
    example: examples.sendHeartbeat,
    statuses: [200, 400, 403, 413, 415],
  },
  {
    ...domainCommand,
    name: 'createHealthCheck',
    method: 'POST',
    path: '/api/health-checks',
    body: 'json',
    request: createdHealthCheck,
    response: one,
    summary:
      'Creates a check that sends requests to an endpoint, or one that waits for heartbeats.',
    example: examples.createHealthCheck,
    statuses: [201, 400, 409, 413, 415],
  },
  {
    ...domainRead,
    name: 'listHealthChecks',
    path: '/api/health-checks',
    query: z.object({ ...asOfQuery, ...limited(checksListed), ...cursorQuery }),
    response: z.object({
      health_checks: z.array(healthCheckBody),
      total: z.int(),
      next_cursor: nextCursor,
    }),
    summary: 'Lists the health checks with their status and their uptime, the oldest first.',
    example: examples.listHealthChecks,
    statuses: [200, 400, 410],
  },
  {
    ...domainRead,
    name: 'getHealthCheck',
    path: checkPath,
    params: byId,
    query: z.object({ ...asOfQuery, known_at: knownAt }),
    response: one,
    summary: 'Gives one health check, now or as known at a past minute.',
    example: { response: examples.createHealthCheck.response },
    statuses: [200, 400, 404, 410],
  },
  {
    ...domainCommand,
    name: 'changeHealthCheck',
    method: 'PUT',
    path: checkPath,
    params: byId,
    body: 'json',
    request: changedHealthCheck,
    response: one,
    summary:
      'Changes the fields of a health check that the body names; its next request is sent at once.',
    example: examples.changeHealthCheck,
    statuses: [200, 400, 404, 409, 413, 415],
  },
  {
    ...domainCommand,
    name: 'deleteHealthCheck',
    method: 'DELETE',
    path: checkPath,
    params: byId,
    body: 'none',
    response: z.object({ success: z.literal(true), id: z.string() }),
    summary: 'Deletes a health check; its item in the triage inbox is resolved.',
    example: examples.deleteHealthCheck,
    statuses: [200, 404, 409],
  },
  versionsRoute('listHealthCheckVersions', {
    ...versioned,
    settings: healthCheckSettings,
    example: examples.createHealthCheck.response,
  }),
  restoreRoute('restoreHealthCheck', {
    ...versioned,
    response: one,
    example: examples.changeHealthCheck.response,
  }),
  {
    ...domainRead,
    name: 'listHealthCheckResults',
    path: '/api/health-checks/:id/results',
    params: byId,
    query: z.object({
      from: queryInstant.optional().meta({ description: 'A day before `to` when absent.' }),
      to: queryInstant.optional().meta({ description: 'Not part of it; now when absent.' }),
      ...limited(resultsListed),
    }),
    response: z.object({
      results: z.array(resultBody),
      from: instant,
      to: instant,
      limit: z.int(),
    }),
    summary:
      'Lists heartbeats, missed heartbeats and results of requests of a check, the newest first.',
    example: examples.listHealthCheckResults,
    statuses: [200, 400, 404],
  },
  {
    ...domainRead,
    name: 'healthCheckUptime',
    path: '/api/health-checks/:id/uptime',
    params: byId,
    query: z.object({ days: wholeNumber(uptimeDays), known_at: knownAt }),
    response: z.object({
      days: z.array(uptimeDayBody),
      kept_from: instant.meta({ description: 'Results of earlier days are not kept any more.' }),
      known_at: instant.nullable(),
    }),
    summary: 'Gives the uptime of a health check by day of UTC, today last.',
    example: examples.healthCheckUptime,
    statuses: [200, 400, 404, 410],
  },
  {
    ...domainRead,
    name: 'listMaintenance',
    path: maintenancePath,
    params: byId,
    query: z.object(asOfQuery),
    response: z.object({ maintenance: z.array(maintenanceBody), total: z.int() }),
    summary:
      'Lists the maintenance windows of a check that end in the future or ended in the last 35 days, the latest first.',
    example: examples.listMaintenance,
    statuses: [200, 400, 404, 410],
  },
  {
    ...domainCommand,
    name: 'declareMaintenance',
    method: 'POST',
    path: maintenancePath,
    params: byId,
    body: 'json',
    request: declaredMaintenance,
    response: maintenanceBody.extend({ success: z.literal(true), maintenance: maintenanceBody }),
    summary:
      'Declares a time, also a past one, that does not count for the uptime; failures in it cause no events.',
    example: examples.declareMaintenance,
    statuses: [201, 400, 404, 409, 413, 415],
  },
  {
    ...domainCommand,
    name: 'removeMaintenance',
    method: 'DELETE',
    path: '/api/health-checks/:id/maintenance/:maintenance_id',
    params: z.object({ id: z.string(), maintenance_id: z.string() }),
    body: 'none',
    response: z.object({ success: z.literal(true), id: z.string() }),
    summary: 'Removes a maintenance window; its failures count for the uptime again.',
    example: examples.removeMaintenance,
    statuses: [200, 404, 409],
  },
] as const satisfies readonly Route[];
