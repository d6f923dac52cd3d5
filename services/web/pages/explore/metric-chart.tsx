import { useMemo } from 'react';
import { useRead } from '../../data/use-read.ts';
import { spanText } from '../../time/format.ts';
import { stepStarts } from '../../time/steps.ts';
import { stepOf } from '../../time/time-search.ts';
import { useTime } from '../../time/use-time.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { wholeText } from '../../ui/figures.ts';
import { ReadBody } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { Foreign, Muted } from '../../ui/text.tsx';
import { type Aggregation, aggregationWords, type Body, formatOf } from './figures.ts';
import type { Found } from './found-metrics.ts';
import { GroupTable } from './group-table.tsx';
import { linesMax, linesOf } from './lines.ts';

type MetricChartProps = {
  readonly metric: Found;
  readonly service: string | undefined;
  readonly aggregation: Aggregation;
  readonly groupBy: string | undefined;
};

const chartHeight = 280;

/** One figure of a metric over the range, a line for each group. */
export function MetricChart({ metric, service, aggregation, groupBy }: MetricChartProps) {
  const { from, to, ...time } = useTime();
  const step = stepOf(time);
  const { name, type } = metric;
  const reading = useRead('queryMetric', {
    query: { metric: name, type, service, aggregation, group_by: groupBy, step, from, to },
    everyMs: 15_000,
  });
  return (
    <ReadBody reading={reading} height={chartHeight + 28}>
      {body =>
        body.series.length === 0 ? (
          <Empty title="No value in this range">Choose a longer range or another figure.</Empty>
        ) : (
          <Drawn body={body} />
        )
      }
    </ReadBody>
  );
}

function Drawn({ body }: { readonly body: Body }) {
  const { fromMs, toMs, choose } = useTime();
  const { series, from, to, step_seconds: step, aggregation, group_by: groupBy, unit } = body;
  const timesMs = useMemo(
    () => stepStarts({ fromMs: Date.parse(from), toMs: Date.parse(to) }, step),
    [from, to, step],
  );
  const nameless = groupBy === '' ? aggregationWords[aggregation] : '(none)';
  const lines = useMemo(() => linesOf(series, timesMs, nameless), [series, timesMs, nameless]);
  const format = formatOf(body, aggregation);
  return (
    <>
      <Chart
        name={`${aggregationWords[aggregation]} of ${body.metric.slice(0, 200)}`}
        timesMs={timesMs}
        lines={lines}
        fromMs={fromMs}
        toMs={toMs}
        format={format}
        height={chartHeight}
        onRange={choose}
      />
      <Muted>
        {wholeText(body.sample_count)} points, in steps of {spanText(step * 1_000)}
        {unit !== '' && unit !== '1' && (
          <>
            , in <Foreign>{unit.slice(0, 100)}</Foreign>
          </>
        )}
        .
        {series.length > linesMax &&
          ` The ${linesMax} groups of the highest values of ${wholeText(series.length)}; the table below has all.`}
      </Muted>
      {groupBy !== '' && <GroupTable series={series} name={groupBy} format={format} />}
    </>
  );
}
