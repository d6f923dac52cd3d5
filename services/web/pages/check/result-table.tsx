import type { Tone } from '../../ui/badge.tsx';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { durationText, wholeText } from '../../ui/figures.ts';
import { FoldedJson } from '../../ui/folded-json.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import type { Result } from './outages.ts';
import { useResults } from './use-results.ts';

/** The chart and the outages show all of the range. */
const shownMax = 100;

/** The latest results of the range, one by one. */
export function ResultTable({ id }: { readonly id: string }) {
  const reading = useResults(id);
  const count = reading.data?.body.results.length ?? 0;
  return (
    <ReadPanel
      title="Results"
      reading={reading}
      height={360}
      aside={count > shownMax && `the latest ${shownMax} of ${wholeText(count)}`}
    >
      {({ results }) =>
        results.length === 0 ? (
          <Empty title="No result in this range">Choose another range above.</Empty>
        ) : (
          <DataTable
            caption="Results"
            rows={results.slice(0, shownMax)}
            keyOf={each => each.id}
            columns={columns}
          />
        )
      }
    </ReadPanel>
  );
}

const tones: Readonly<Record<Result['outcome'], Tone>> = {
  passed: 'ok',
  degraded: 'warning',
  failed: 'critical',
  skipped: 'muted',
};

const kinds: Readonly<Record<Result['kind'], string>> = {
  check: 'request',
  heartbeat: 'heartbeat',
  missed: 'missed heartbeat',
};

const columns: readonly Column<Result>[] = [
  { name: 'When', width: '150px', cell: ({ at }) => <Instant at={at} /> },
  { name: 'What', cell: ({ kind }) => kinds[kind] },
  { name: 'Outcome', cell: ({ outcome }) => <Badge tone={tones[outcome]}>{outcome}</Badge> },
  { name: 'Status', isNumber: true, cell: ({ status_code: status }) => status ?? '–' },
  {
    name: 'Took',
    isNumber: true,
    by: each => each.duration_ms ?? -1,
    cell: ({ duration_ms: ms }) => (ms === null ? '–' : durationText(ms)),
  },
  {
    name: 'About',
    width: '40%',
    cell: ({ error, metadata }) => (
      <>
        {error !== null && <ForeignLine>{error}</ForeignLine>}
        {metadata !== null && <FoldedJson name="Metadata" value={metadata} />}
        {error === null && metadata === null && <Muted>–</Muted>}
      </>
    ),
  },
];
