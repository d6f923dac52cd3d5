import { useMemo } from 'react';
import { useTime } from '../../time/use-time.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { durationText, wholeText } from '../../ui/figures.ts';
import { ReadPanel } from '../../ui/panel.tsx';
import type { Result } from './outages.ts';
import { resultsMax, useResults } from './use-results.ts';

/** How long the requests took, and which of them failed. */
export function ResponseTimes({ id }: { readonly id: string }) {
  const reading = useResults(id);
  const isCut = reading.data?.body.results.length === resultsMax;
  return (
    <ReadPanel
      title="Response time"
      reading={reading}
      height={188}
      aside={isCut && `the latest ${wholeText(resultsMax)} results of the range`}
    >
      {({ results }) => <Times results={results} />}
    </ReadPanel>
  );
}

function Times({ results }: { readonly results: readonly Result[] }) {
  const { fromMs, toMs, choose } = useTime();
  const { timesMs, lines } = useMemo(() => {
    const timed = results.filter(each => each.duration_ms !== null).toReversed();
    const valuesOf = (isFailed: boolean) =>
      timed.map(({ outcome, duration_ms: ms }) =>
        (outcome === 'failed') === isFailed ? ms : null,
      );
    return {
      timesMs: timed.map(({ at }) => Date.parse(at)),
      lines: [
        { label: 'passed', values: valuesOf(false), colour: 'accent', dots: { size: 4 } },
        { label: 'failed', values: valuesOf(true), colour: 'critical', dots: { size: 6 } },
      ],
    };
  }, [results]);
  return (
    <Chart
      name="Response time"
      timesMs={timesMs}
      lines={lines}
      fromMs={fromMs}
      toMs={toMs}
      format={durationText}
      onRange={choose}
    />
  );
}
