import { useRead } from '../../data/use-read.ts';
import { useTime } from '../../time/use-time.ts';

/** As many as there can be in one response. */
export const resultsMax = 1_000;

/** The results of a check in the range of the page, for all that shows them. */
export function useResults(id: string) {
  const { from, to } = useTime();
  return useRead('listHealthCheckResults', {
    params: { id },
    query: { from, to, limit: resultsMax },
    everyMs: 15_000,
  });
}
