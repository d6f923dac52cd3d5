import { lazy, Suspense } from 'react';
import { usePageSearch } from '../../page-search.ts';
import { useTime } from '../../time/use-time.ts';
import { Page } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useHeldSpan } from './held-span.ts';
import { Histogram } from './histogram.tsx';
import { LiveSwitch } from './live-switch.tsx';
import { Results } from './results.tsx';
import { useFilters } from './use-filters.ts';

// Few look at what arrives now: not in the script of every visit.
const LiveTail = lazy(async () => ({ default: (await import('./live-tail.tsx')).LiveTail }));

/** Find the trace. */
export function Traces() {
  const [filters, change] = useFilters();
  const [{ live }, changeSearch] = usePageSearch('live');
  const { asOf } = useTime();
  const span = useHeldSpan(JSON.stringify(filters));
  const isLive = live === 'on' && asOf === undefined;
  return (
    <Page
      title="Traces"
      aside={
        <LiveSwitch
          isOn={live === 'on'}
          change={isOn => changeSearch({ live: isOn ? 'on' : undefined })}
        />
      }
    >
      <FilterBar filters={filters} change={change} span={span} />
      <Histogram filters={filters} span={span} />
      {isLive ? (
        <Suspense fallback={<Skeleton height={560} />}>
          <LiveTail filters={filters} />
        </Suspense>
      ) : (
        <Results filters={filters} change={change} span={span} />
      )}
    </Page>
  );
}
