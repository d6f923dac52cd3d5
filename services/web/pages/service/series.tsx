import { useMemo } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { useTime } from '../../time/use-time.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { countText, durationText } from '../../ui/figures.ts';
import { Columns } from '../../ui/layout.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { useVersionMarks } from '../../version-marks.ts';
import type { Scope } from './scope.ts';

type Point = ResponseOf<'serviceTimeseries'>['points'][number];

/** Percentiles, throughput and errors over the range, with the versions that began in it. */
export function Series({ service, operation }: Scope) {
  const { from, to, fromMs, toMs, choose } = useTime();
  const reading = useRead('serviceTimeseries', {
    params: { name: service },
    query: { from, to, operation },
    everyMs: 15_000,
  });
  const marks = useVersionMarks(service);
  const points = reading.data?.body.points;
  const shared = useMemo(() => ({ timesMs: timesOf(points ?? []), marks }), [points, marks]);
  const range = {
    fromMs,
    toMs,
    onRange: choose,
  };
  return (
    <Columns>
      <ReadPanel title="Duration" reading={reading} height={188}>
        {body => (
          <Chart
            {...shared}
            {...range}
            name={`Percentiles of the duration of ${service}`}
            format={durationText}
            lines={latenciesOf(body.points)}
          />
        )}
      </ReadPanel>
      <ReadPanel title="Requests" reading={reading} height={188}>
        {body => (
          <Chart
            {...shared}
            {...range}
            name={`Requests and errors of ${service}`}
            format={countText}
            lines={countsOf(body.points)}
          />
        )}
      </ReadPanel>
    </Columns>
  );
}

const timesOf = (points: readonly Point[]): readonly number[] =>
  points.map(({ timestamp }) => Date.parse(timestamp));

/** Without requests there is no percentile, which is not the same as a short one. */
const latenciesOf = (points: readonly Point[]) =>
  (
    [
      ['p50', 'p50_ms', 'muted'],
      ['p95', 'p95_ms', 'accent'],
      ['p99', 'p99_ms', 'text'],
    ] as const
  ).map(([label, field, colour]) => ({
    label,
    colour,
    values: points.map(point => (point.requests > 0 ? point[field] : null)),
  }));

const countsOf = (points: readonly Point[]) => [
  { label: 'requests', colour: 'accent', values: points.map(({ requests }) => requests) },
  { label: 'errors', colour: 'critical', values: points.map(({ errors }) => errors) },
];
