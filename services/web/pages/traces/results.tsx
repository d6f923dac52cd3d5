import { RefreshCw } from 'lucide-react';
import type { ApiProblem } from '../../data/problem.ts';
import { usePageSearch } from '../../page-search.ts';
import { Button } from '../../ui/button.tsx';
import { wholeText } from '../../ui/figures.ts';
import { Panel } from '../../ui/panel.tsx';
import { Failure, Skeleton } from '../../ui/states.tsx';
import { Instant } from '../../ui/time.tsx';
import type { Filters } from './filters.ts';
import type { HeldSpan } from './held-span.ts';
import { NoTraces } from './no-traces.tsx';
import { type Order, parseOrder, printOrder } from './order.ts';
import { PairTools } from './pair-tools.tsx';
import { TraceTable } from './trace-table.tsx';
import styles from './traces.module.css';
import type { ChangeFilters } from './use-filters.ts';
import { usePair } from './use-pair.ts';
import { type TraceList, useTraceList } from './use-trace-list.ts';

type ResultsProps = {
  readonly filters: Filters;
  readonly change: ChangeFilters;
  readonly span: HeldSpan;
};

/** The traces that pass the filters, in the order that was asked for. */
export function Results(props: ResultsProps) {
  const [printed, changeOrder] = usePageSearch('sort', 'order');
  const order = parseOrder(printed);
  const list = useTraceList({ ...props, order });
  const { pair, clear } = usePair();
  const total = list.data?.pages[0]?.body.total_count;
  return (
    <Panel
      title={total === undefined ? 'Traces' : `${wholeText(total)} traces`}
      isBusy={list.isFetching && list.data !== undefined}
      aside={
        <>
          <UpTo span={props.span} />
          <PairTools pair={pair} clear={clear} />
        </>
      }
    >
      <Body {...props} list={list} order={order} onOrder={next => changeOrder(printOrder(next))} />
    </Panel>
  );
}

type BodyProps = ResultsProps & {
  readonly list: TraceList;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
};

function Body({ list, order, onOrder, filters, change }: BodyProps) {
  const { pair, choose } = usePair();
  const { data, error, refetch } = list;
  const failure = error !== null && (
    <Failure problem={error as ApiProblem} retry={() => void refetch()} />
  );
  if (data === undefined) return failure || <Skeleton height={560} />;
  const traces = data.pages.flatMap(({ body }) => body.traces);
  if (traces.length === 0) return failure || <NoTraces filters={filters} change={change} />;
  return (
    <>
      <TraceTable
        caption="Traces that pass the filters"
        traces={traces}
        pair={pair}
        choose={choose}
        sorting={{ order, onOrder }}
      />
      {failure}
      <More list={list} shown={traces.length} />
    </>
  );
}

function More({ list, shown }: { readonly list: TraceList; readonly shown: number }) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  return (
    <p className={styles.more}>
      {hasNextPage && (
        <Button onClick={() => void fetchNextPage()} aria-busy={isFetchingNextPage}>
          {isFetchingNextPage ? 'Loading more' : 'Show more'}
        </Button>
      )}
      <span>{wholeText(shown)} shown</span>
    </p>
  );
}

/** The result stands still; this says as of when, and moves it on. */
function UpTo({ span }: { readonly span: HeldSpan }) {
  if (span.isFixed) return null;
  return (
    <>
      <span>
        up to <Instant at={span.to} shape="clock" />
      </span>
      <Button onClick={span.refresh}>
        <RefreshCw size={14} aria-hidden />
        Refresh
      </Button>
    </>
  );
}
