import type { Query } from '../../data/api.ts';
import { usePageSearch } from '../../page-search.ts';
import { windowOf } from '../../time/time-search.ts';
import { useTime } from '../../time/use-time.ts';

/** Which calls the page shows, from its link. */
export function useCallQuery(): { readonly window: string; readonly query: Query } {
  const { to, search, ...time } = useTime();
  const [filters] = usePageSearch('service', 'provider', 'model', 'failed');
  const { failed, ...texts } = filters;
  const window = windowOf(time);
  return {
    window,
    query: {
      ...texts,
      window,
      ...(failed !== undefined && { has_error: true }),
      // A range that rolls ends where the server's clock or the instant of the slider is.
      ...(search.to !== undefined && { end: to }),
    },
  };
}
