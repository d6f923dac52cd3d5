import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ResponseOf, RouteName } from '../../../schemas/http/routes.ts';
import { useTime } from '../time/use-time.ts';
import { type Answer, type Query, type ReadOf, read } from './api.ts';
import { type ReadName, reads } from './reads.ts';

export type Reading<Name extends RouteName> = UseQueryResult<Answer<ResponseOf<Name>>>;

type Options = ReadOf & {
  /** False: not yet, as something that it needs is unknown. */
  readonly isWanted?: boolean;
  /** Milliseconds between two looks at what is true now; none in the past, and none in a tab that nobody sees. */
  readonly everyMs?: number;
  /** True: as of now, wherever the slider stands. */
  readonly isOfNow?: boolean;
};

/**
 * Reads what a page shows. The instant of the slider goes into every request that knows one, so a page cannot
 * forget it; what was read of the past never gets old.
 */
export function useRead<Name extends ReadName>(name: Name, options: Options = {}): Reading<Name> {
  const { params, query, isWanted = true, everyMs, isOfNow = false } = options;
  const { asOf: chosen, isKnownThen } = useTime();
  const asOf = isOfNow ? undefined : chosen;
  const past = pastQuery(name, asOf, isKnownThen);
  const asked = { ...(params && { params }), query: { ...query, ...past } };
  return useQuery({
    queryKey: [name, asked],
    queryFn: ({ signal }) => read(name, asked, signal),
    enabled: isWanted,
    staleTime: asOf === undefined ? 5_000 : Number.POSITIVE_INFINITY,
    ...(chosen === undefined && everyMs !== undefined && { refetchInterval: everyMs }),
    // A refresh must not jump, but what belongs to another thing is not shown under the name of this one.
    placeholderData: (previous, query) =>
      JSON.stringify((query?.queryKey[1] as ReadOf | undefined)?.params) === JSON.stringify(params)
        ? previous
        : undefined,
  });
}

/** The instant of the slider as a read takes it, for reads that are no `useRead`. */
export function usePast(name: ReadName): Query {
  const { asOf, isKnownThen } = useTime();
  return pastQuery(name, asOf, isKnownThen);
}

function pastQuery(name: ReadName, asOf: string | undefined, isKnownThen: boolean): Query {
  const { past } = reads[name];
  if (asOf === undefined || past === 'timeless') return {};
  return past === 'known' && !isKnownThen ? {} : { as_of: asOf };
}
