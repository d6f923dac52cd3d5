import type { Page, Route } from 'playwright-core';
import { reads } from '../../services/web/data/reads.ts';

/** A way in which a read fails, and what a page then says; undefined where nothing is said, as the answer is still on its way. */
export type FailureKind = {
  readonly name: string;
  readonly fail: (route: Route) => Promise<void>;
  readonly heading: string;
  readonly tells: readonly string[];
  readonly canRetry: boolean;
};

const refused = (status: number, heading: string, canRetry = true): FailureKind => ({
  name: String(status),
  fail: route =>
    route.fulfill({
      status,
      headers: { 'X-Request-Id': 'request-1', 'Retry-After': '0' },
      json: { error: 'a reason in words', code: 'some_code', request_id: 'request-1' },
    }),
  heading,
  tells: ['a reason in words', 'request-1'],
  canRetry,
});

/** All but a key that ended, which leads to the sign-in, and an answer that is slow, which is waited for. */
export const failureKinds: readonly FailureKind[] = [
  refused(403, 'This key may not see this', false),
  refused(404, 'Not found'),
  refused(410, 'No longer kept', false),
  refused(429, 'Too many requests'),
  refused(500, 'That did not work'),
  refused(503, 'Not available right now'),
  {
    name: 'offline',
    fail: route => route.abort('internetdisconnected'),
    heading: 'No connection',
    tells: ['The server cannot be reached.'],
    canRetry: true,
  },
  {
    name: 'broken JSON',
    fail: route =>
      route.fulfill({ headers: { 'X-Request-Id': 'request-1' }, body: '{"services":[{"na' }),
    heading: 'That did not work',
    tells: ['The response was cut off.', 'request-1'],
    canRetry: true,
  },
  {
    name: "a proxy's page",
    fail: route =>
      route.fulfill({ status: 502, headers: { 'Retry-After': '0' }, body: '<h1>Bad Gateway</h1>' }),
    heading: 'That did not work',
    tells: ['The server answered 502 without a reason.'],
    canRetry: true,
  },
];

export type ReadRoute = { readonly name: string; readonly pattern: RegExp };

/** The reads of the pages, the ones without parameters first: their paths are no parameter of another. */
export const readRoutes: readonly ReadRoute[] = Object.entries(reads)
  .map(([name, { path }]) => ({ name, path }))
  .sort((a, b) => Number(/[:*]/u.test(a.path)) - Number(/[:*]/u.test(b.path)))
  .map(({ name, path }) => ({ name, pattern: patternOf(path) }));

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[:]\w+/gu, '[^/]+').replace(/\*\w+/gu, '.+')}$`, 'u');
}

/** Which read a request is; undefined for what is none. */
export const readOf = (url: string): string | undefined =>
  readRoutes.find(({ pattern }) => pattern.test(new URL(url).pathname))?.name;

/** Treats every request of one read so, and lets all others through. */
export const treat = (page: Page, read: string, how: (route: Route) => Promise<void>) =>
  page.route(
    url => readOf(url.href) === read,
    route => how(route).catch(() => undefined),
  );
