import { z } from 'zod';
import type { Route } from '../http/route.ts';

/** What the pages of links in mails have in common: the link is the only secret. */
const page = {
  keys: 'none',
  body: 'none',
  params: z.object({ token: z.string().max(200) }),
  contentType: 'text/html; charset=utf-8',
  // Of a link that is over or unknown, a page says so.
  refusalType: 'text/html',
} as const;

const [confirm, unsubscribe] = ['/mail/confirm/:token', '/mail/unsubscribe/:token'] as const;

/** Programs that look into mails open the pages, so these change nothing: their buttons do. */
export const mailRoutes = [
  {
    ...page,
    name: 'confirmationPage',
    method: 'GET',
    path: confirm,
    role: 'query-api',
    summary: 'The page on which the owner of an address confirms it, for a browser.',
    statuses: [200, 400, 404, 410, 429],
  },
  {
    ...page,
    name: 'confirmAddress',
    method: 'POST',
    path: confirm,
    role: 'ingest-api',
    summary: 'Confirms an address, to which notices are sent from then on.',
    statuses: [200, 400, 404, 410, 429],
  },
  {
    ...page,
    name: 'unsubscribePage',
    method: 'GET',
    path: unsubscribe,
    role: 'query-api',
    summary: 'The page on which the owner of an address unsubscribes, for a browser.',
    statuses: [200, 400, 404, 429],
  },
  {
    ...page,
    name: 'unsubscribe',
    method: 'POST',
    path: unsubscribe,
    role: 'ingest-api',
    summary: 'Unsubscribes an address; mail programs do it in one click (RFC 8058).',
    statuses: [200, 400, 404, 429],
  },
] as const satisfies readonly Route[];
