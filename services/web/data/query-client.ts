import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './problem.ts';

const retriesMax = 2;
const retryMs = 1_000;

/** What may be better in a moment: no connection, too many requests, a server that is busy or restarts. */
export const passes = (error: unknown): boolean =>
  error instanceof ApiProblem && [0, 429, 502, 503, 504].includes(error.status);

/** Holds what was read, by route and parameters; the instant of the slider is among them. */
export const openQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => passes(error) && failures < retriesMax,
        retryDelay: (failures, error) =>
          error instanceof ApiProblem && error.retryAfter !== undefined
            ? error.retryAfter * 1_000
            : retryMs * 2 ** failures,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
    },
  });
