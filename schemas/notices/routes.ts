import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { domainRead } from '../http/domain-routes.ts';
import { asOfQuery, cursorQuery, instant, limited, nextCursor } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { noticeCauses, withheldReasons } from './events.ts';

const noticeBody = z.object({
  /** The same in every copy of the mail; null when nothing was sent. */
  notice_id: z.string().nullable(),
  /** Null when the organization had no channel. */
  channel_id: z.string().nullable(),
  /** Null when the channel was removed. */
  channel_name: z.string().nullable(),
  /** Why the notice is about the alert or the check. */
  why: z.enum(noticeCauses),
  /** When it was decided. */
  at: instant,
  /** `overtaken`: attempts failed until a newer notice said what became of the same. */
  result: z.enum(['sent', 'waiting', 'retrying', 'failed', 'overtaken', 'withheld']),
  /** Why it was withheld. */
  reason: z.enum(withheldReasons).nullable(),
  /** When it was sent or given up. */
  ended_at: instant.nullable(),
  attempts: z.int(),
  /** Of the last attempt that failed. */
  error: z.string().nullable(),
});

export type NoticeBody = z.infer<typeof noticeBody>;

/** `outage_id`: from the first failure of the check to its recovery. */
const checkNoticeBody = noticeBody.extend({ outage_id: z.string() });

const checkNoticesListed = { maximum: 500, preset: 100 };

const example = {
  success: true,
  alert_id: 'b3a2d07e-4c1c-5d0e-9c2b-0f6a4be1d7a1',
  notices: [
    {
      notice_id: '5b0c2f0e-5d0a-5f3b-9a55-0c6f4be1d7a1',
      channel_id: 'c5a4f1fe-0d53-5f3b-a2c9-71d5b8e6f304',
      channel_name: 'On call',
      why: 'first',
      at: '2026-11-25T02:01:12.301Z',
      result: 'sent',
      reason: null,
      ended_at: '2026-11-25T02:01:12.644Z',
      attempts: 1,
      error: null,
    },
  ],
  next_cursor: null,
};

const checkExample = {
  success: true,
  check_id: '5b3f0f1e-5a0d-5c8e-9d3d-6f1f0c6a2b11',
  notices: [
    {
      ...example.notices[0],
      notice_id: null,
      result: 'withheld',
      reason: 'silenced',
      ended_at: null,
      attempts: 0,
      outage_id: '9d1b5c0e-6a2f-5e7c-8b0d-2f4a7c1e9b35',
    },
  ],
  limit: 100,
  next_cursor: null,
};

export const noticeRoutes = [
  {
    name: 'alertNotices',
    method: 'GET',
    path: '/v1/alerts/:id/notices',
    role: 'query-api',
    keys: keysFor.reading,
    domain: true,
    body: 'none',
    params: z.object({ id: z.string() }),
    query: z.object({ ...asOfQuery, ...cursorQuery }),
    response: z.object({
      success: z.literal(true),
      alert_id: z.string(),
      notices: z.array(noticeBody),
      next_cursor: nextCursor,
    }),
    summary:
      'Lists which channels got a notice of an alert and which did not, with the reason, the oldest first.',
    example: { response: example },
    statuses: [200, 400, 404, 410],
  },
  {
    ...domainRead,
    name: 'healthCheckNotices',
    path: '/api/health-checks/:id/notices',
    params: z.object({ id: z.string() }),
    query: z.object({ ...asOfQuery, ...limited(checkNoticesListed), ...cursorQuery }),
    response: z.object({
      success: z.literal(true),
      check_id: z.string(),
      notices: z.array(checkNoticeBody),
      limit: z.int(),
      next_cursor: nextCursor,
    }),
    summary:
      'Lists which channels got a notice of the failures and recoveries of a health check and which did not, with the reason, the newest first.',
    example: { response: checkExample },
    statuses: [200, 400, 404, 410],
  },
] as const satisfies readonly Route[];
