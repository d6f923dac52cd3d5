import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { sendJson } from '../../data/api.ts';
import { type Reading, usePast } from '../../data/use-read.ts';
import { usePageSearch } from '../../page-search.ts';
import { Button } from '../../ui/button.tsx';
import { Columns, Page } from '../../ui/layout.tsx';
import { LinkTo } from '../../ui/page-link.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Muted } from '../../ui/text.tsx';
import { PlaceTable } from './place-table.tsx';
import { TraceForm } from './trace-form.tsx';
import { TraceSummary } from './trace-summary.tsx';

/** What one trace spent more than another, place by place. */
export function Compare() {
  const [{ a, b }, change] = usePageSearch('a', 'b');
  if (a === undefined || b === undefined)
    return (
      <Page title="Compare two traces">
        <TraceForm a={a} b={b} change={change} />
      </Page>
    );
  return (
    <Page
      title="Compare two traces"
      aside={
        <>
          <LinkTo link={{ to: '/traces', search: { a, b } }}>Choose others</LinkTo>
          <Button onClick={() => change({ a: b, b: a })}>
            <ArrowLeftRight size={14} aria-hidden />
            Swap
          </Button>
        </>
      }
    >
      <Difference a={a} b={b} />
    </Page>
  );
}

type PairProps = { readonly a: string; readonly b: string };

function Difference({ a, b }: PairProps) {
  const reading = useDiff({ a, b });
  return (
    <ReadPanel title="Where the time went" reading={reading} height={560}>
      {found => <Found key={`${a} ${b}`} {...found} />}
    </ReadPanel>
  );
}

const Found = ({ a, b, places, is_whole: isWhole }: ResponseOf<'diffTraces'>) => (
  <>
    <Columns>
      <TraceSummary name="A" trace={a} />
      <TraceSummary name="B" trace={b} />
    </Columns>
    {!isWhole && (
      <p>
        <Muted>These traces are very large: only the places that differ most are shown.</Muted>
      </p>
    )}
    <PlaceTable places={places} />
  </>
);

function useDiff(pair: PairProps) {
  // What is known of two traces is what is known of each.
  const body = { ...pair, ...usePast('getTraceOutline') };
  return useQuery({
    queryKey: ['diffTraces', body],
    queryFn: ({ signal }) =>
      sendJson<'diffTraces'>('/v1/traces/diff', { method: 'POST', body, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  }) as Reading<'diffTraces'>;
}
