import { z } from 'zod';
import { requestLogEntry } from '../http/answered.ts';
import { instant, json, jsonObject, limited } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { examples } from './examples.ts';
import { adminJob, backupRequest, verifyRequest } from './jobs.ts';
import { rebuildReport, rebuildRequest } from './rebuild.ts';

export const deadIdsMax = 1000;
export const sqlCharactersMax = 20_000;
const deadLimit = { maximum: 1000, preset: 100 } as const;

const recentRequest = requestLogEntry.extend({
  method: z.string(),
  organization_id: z.string().nullable(),
});

const consumer = z.object({
  group: z.string(),
  topic: z.string(),
  partition: z.int(),
  committed: z.int(),
  end: z.int(),
  lag: z.int(),
});

const projection = z.object({ name: z.string(), checkpoint: z.int(), lag: z.int() });

const statusAnswer = z.object({
  version: z.string(),
  url: z.string(),
  roles: z.array(z.string()),
  started_at: instant,
  status: z.enum(['ready', 'degraded', 'unready', 'stopping']),
  /** One sentence that names what is wrong, null when nothing is. */
  cause: z.string().nullable(),
  /** Of the event store. These three are null while what knows them is away. */
  head: z.int().nullable(),
  consumers: z.array(consumer).nullable(),
  projections: z.array(projection).nullable(),
  last_data_at: instant.nullable(),
  requests: z.array(recentRequest),
});

const deadRecord = z.object({
  /** `<topic>/<partition>/<offset>` of the record where it could not be processed. */
  id: z.string(),
  topic: z.string(),
  partition: z.int(),
  offset: z.int(),
  reason: z.string(),
  error: z.string(),
  dead_at: instant,
  redriven: z.boolean(),
  bytes: z.int(),
  headers: z.record(z.string(), z.string()),
});

const deadDetail = deadRecord.extend({
  organization_id: z.string().nullable(),
  received_at: instant.nullable(),
  /** When it was sent on its way again, each time. */
  redriven_at: z.array(instant),
  /** Where it lies now. */
  kept: z.object({ topic: z.string(), partition: z.int(), offset: z.int() }),
  body: z.object({
    /** `hex`: it could not be decoded, and its first bytes are the content. */
    kind: z.enum(['otlp', 'json', 'hex', 'missing']),
    bytes: z.int(),
    content: json,
    /** Why this is not all of it, null when it is. */
    problem: z.string().nullable(),
  }),
});

const redriveRequest = z
  .object({ ids: z.array(z.string()).max(deadIdsMax).optional(), all: z.boolean().optional() })
  .refine(
    ({ ids, all }) => (ids !== undefined && ids.length > 0) !== (all === true),
    'expected either ids or all: true',
  )
  .meta({ description: 'Either `ids`, or `all` as true.' });

const historyEvent = z.object({
  revision: z.int(),
  position: z.int(),
  id: z.string(),
  type: z.string(),
  at: instant,
  actor: z.string(),
  causation_id: z.string(),
  correlation_id: z.string(),
  data: jsonObject,
  state: json,
});

const sqlAnswer = z.object({
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  /** A value for each column; whole numbers of 64 bits are texts. */
  rows: z.array(z.array(json)),
  /** There were more rows than one response may have. */
  is_cut: z.boolean(),
  duration_ms: z.number(),
});

const admin = { role: 'admin', keys: 'admin' } as const;
const read = { ...admin, method: 'GET', body: 'none' } as const;

export const adminRoutes = [
  {
    ...read,
    name: 'adminStatus',
    path: '/admin/status',
    response: statusAnswer,
    summary: 'Shows lag, last data, recent requests and problems.',
    example: examples.adminStatus,
    statuses: [200],
  },
  {
    ...read,
    name: 'adminDead',
    path: '/admin/dead',
    query: z.object({ topic: z.string().optional(), ...limited(deadLimit) }),
    response: z.object({ records: z.array(deadRecord), total: z.int() }),
    summary: 'Lists the records that could not be processed, with the reasons.',
    example: examples.adminDead,
    statuses: [200, 400],
  },
  {
    ...read,
    name: 'adminDeadShow',
    path: '/admin/dead/*id',
    params: z.object({ id: z.string() }),
    response: deadDetail,
    summary: 'Shows one dead-lettered record whole, its body decoded as far as it can be.',
    example: examples.adminDeadShow,
    statuses: [200, 404],
  },
  {
    ...admin,
    name: 'adminRedrive',
    method: 'POST',
    path: '/admin/dead/redrive',
    body: 'json',
    request: redriveRequest,
    /** `left`: they wait still, because they were too many at once. */
    response: z.object({ redriven: z.int(), left: z.int().optional() }),
    summary: 'Sends dead-lettered records on their way again.',
    example: examples.adminRedrive,
    statuses: [200, 400, 404],
  },
  {
    ...admin,
    name: 'adminReplay',
    method: 'POST',
    path: '/admin/replay/:projection',
    body: 'json',
    params: z.object({ projection: z.string() }),
    request: rebuildRequest,
    response: rebuildReport,
    summary:
      'Rebuilds a projection beside the live one, compares them and switches, or only compares.',
    example: examples.adminReplay,
    statuses: [200, 400, 404, 409],
  },
  {
    ...admin,
    name: 'adminRebuild',
    method: 'POST',
    path: '/admin/projections/:projection/rebuild',
    body: 'json',
    params: z.object({ projection: z.string() }),
    request: rebuildRequest,
    response: adminJob,
    summary:
      'Begins to rebuild a projection as `POST /admin/replay/{projection}` does; the job shows its progress, and can be cancelled.',
    example: examples.adminRebuild,
    statuses: [202, 400, 404, 409],
  },
  {
    ...read,
    name: 'adminHistory',
    path: '/admin/history/*stream',
    params: z.object({ stream: z.string() }),
    response: z.object({ stream: z.string(), events: z.array(historyEvent) }),
    summary: 'Gives the events of a stream with the state after each.',
    example: examples.adminHistory,
    statuses: [200, 404],
  },
  {
    ...admin,
    name: 'adminSql',
    method: 'POST',
    path: '/admin/sql',
    body: 'json',
    request: z.object({ sql: z.string().max(sqlCharactersMax) }),
    response: sqlAnswer,
    summary: 'Answers one SELECT over the documented views.',
    example: examples.adminSql,
    statuses: [200, 400, 409],
  },
  {
    ...admin,
    name: 'adminBackUp',
    method: 'POST',
    path: '/admin/backup',
    body: 'json',
    request: backupRequest,
    response: adminJob,
    summary:
      'Begins a backup of the data folder while the server runs; the job shows its progress.',
    example: examples.adminBackUp,
    statuses: [202, 400, 409],
  },
  {
    ...admin,
    name: 'adminVerify',
    method: 'POST',
    path: '/admin/verify',
    body: 'json',
    request: verifyRequest,
    response: adminJob,
    summary:
      'Begins to check what the server promises on its own data; the job shows its progress.',
    example: examples.adminVerify,
    statuses: [202, 400, 409],
  },
  {
    ...read,
    name: 'adminJobs',
    path: '/admin/jobs',
    response: z.object({ jobs: z.array(adminJob) }),
    summary: 'Lists the jobs of this process, the latest first.',
    example: examples.adminJobs,
    statuses: [200],
  },
  {
    ...read,
    name: 'adminJob',
    path: '/admin/jobs/:id',
    params: z.object({ id: z.string() }),
    response: adminJob,
    summary: 'Shows a job: how far it is, and its result once it has ended.',
    example: examples.adminJob,
    statuses: [200, 404],
  },
  {
    ...admin,
    name: 'adminCancelJob',
    method: 'POST',
    path: '/admin/jobs/:id/cancel',
    body: 'none',
    params: z.object({ id: z.string() }),
    response: adminJob,
    summary: 'Cancels a job: nothing of what it began stays.',
    example: examples.adminCancelJob,
    statuses: [200, 404, 409],
  },
] as const satisfies readonly Route[];

export type RecentRequest = z.infer<typeof recentRequest>;
