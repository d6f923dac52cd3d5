import { useInfiniteQuery } from '@tanstack/react-query';
import { read } from '../../data/api.ts';
import { usePast } from '../../data/use-read.ts';
import { type Filters, printFilters } from './filters.ts';
import type { HeldSpan } from './held-span.ts';
import type { Order } from './order.ts';

const pageRows = 50;

type Asked = { readonly filters: Filters; readonly span: HeldSpan; readonly order: Order };

/** The result, page by page. Its range stands still, so what was read stays true. */
export function useTraceList({ filters, span, order }: Asked) {
  const query = {
    ...printFilters(filters),
    start_time_from: span.from,
    start_time_to: span.to,
    sort_by: order.by,
    sort_order: order.isAscending ? 'asc' : 'desc',
    limit: pageRows,
    ...usePast('listTraces'),
  };
  return useInfiniteQuery({
    queryKey: ['listTraces', 'pages', query],
    queryFn: ({ pageParam, signal }) =>
      read('listTraces', { query: { ...query, cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ body }) => body.next_cursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: previous => previous,
  });
}

export type TraceList = ReturnType<typeof useTraceList>;
