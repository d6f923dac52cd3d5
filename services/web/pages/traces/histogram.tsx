import { useMemo } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { stepOf } from '../../time/time-search.ts';
import { useTime } from '../../time/use-time.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { countText } from '../../ui/figures.ts';
import { ReadPanel } from '../../ui/panel.tsx';
import { type Filters, printFilters } from './filters.ts';
import type { HeldSpan } from './held-span.ts';

const stepsMax = 120;

type HistogramProps = { readonly filters: Filters; readonly span: HeldSpan };

/** The result over time; a range that is drawn in it becomes the range of the page. */
export function Histogram({ filters, span }: HistogramProps) {
  const reading = useRead('traceHistogram', {
    query: {
      ...printFilters(filters),
      start_time_from: span.from,
      start_time_to: span.to,
      step: stepOf(span, stepsMax),
    },
  });
  return (
    <ReadPanel title="Over time" aside="Drag to choose a range" reading={reading} height={124}>
      {body => <Bars {...body} />}
    </ReadPanel>
  );
}

function Bars({ from, to, points }: ResponseOf<'traceHistogram'>) {
  const { choose } = useTime();
  const timesMs = useMemo(() => points.map(({ time }) => Date.parse(time)), [points]);
  const lines = useMemo(() => linesOf(points), [points]);
  return (
    <Chart
      name="Traces and failed traces over time"
      height={96}
      timesMs={timesMs}
      lines={lines}
      fromMs={Date.parse(from)}
      toMs={Date.parse(to)}
      format={countText}
      onRange={choose}
    />
  );
}

/** Failed traces are some of the traces, so their bars stand in front of these. */
const linesOf = (points: ResponseOf<'traceHistogram'>['points']) => [
  {
    label: 'traces',
    colour: 'accent',
    isBars: true,
    values: points.map(({ traces }) => traces),
  },
  {
    label: 'failed',
    colour: 'critical',
    isBars: true,
    values: points.map(({ errors }) => errors),
  },
];
