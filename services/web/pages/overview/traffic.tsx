import { useMemo } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { filled, stepStarts } from '../../time/steps.ts';
import { useTime } from '../../time/use-time.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { countText, durationText } from '../../ui/figures.ts';
import { Columns } from '../../ui/layout.tsx';
import { ReadPanel } from '../../ui/panel.tsx';

type Body = ResponseOf<'listServices'>;
type Point = NonNullable<Body['services'][number]['series']>[number];

const nothing = { timesMs: [], requests: [], errors: [], slowest: [] };

/** The series of all services, added up by step. */
export function Traffic() {
  const { from, to, fromMs, toMs, choose } = useTime();
  const reading = useRead('listServices', { query: { from, to }, everyMs: 30_000 });
  const body = reading.data?.body;
  const { timesMs, requests, errors, slowest } = useMemo(
    () => (body === undefined ? nothing : added(body)),
    [body],
  );
  const shared = {
    timesMs,
    fromMs,
    toMs,
    onRange: choose,
  };
  return (
    <Columns>
      <ReadPanel title="Requests" reading={reading} height={188}>
        {() => (
          <Chart
            {...shared}
            name="Requests and errors of all services"
            format={countText}
            lines={[
              { label: 'requests', values: requests, colour: 'accent' },
              { label: 'errors', values: errors, colour: 'critical' },
            ]}
          />
        )}
      </ReadPanel>
      <ReadPanel title="Slowest service" reading={reading} height={188}>
        {() => (
          <Chart
            {...shared}
            name="Highest 95th percentile of any service"
            format={durationText}
            lines={[{ label: 'highest p95', values: slowest, colour: 'accent' }]}
          />
        )}
      </ReadPanel>
    </Columns>
  );
}

function added({ services, from, to, step_seconds: step = 60 }: Body) {
  const starts = stepStarts({ fromMs: Date.parse(from), toMs: Date.parse(to) }, step);
  const series = services.map(each => each.series ?? []);
  const sums = (field: 'requests' | 'errors') => {
    const columns = series.map(each => filled(starts, each, point => point[field], 0));
    return starts.map((_, index) => columns.reduce((sum, each) => sum + (each[index] ?? 0), 0));
  };
  const percentiles = series.map(each =>
    filled<Point, number | null>(starts, each, ({ p95_ms }) => p95_ms, null),
  );
  const slowest = starts.map((_, index) => {
    const found = percentiles.flatMap(each => each[index] ?? []);
    return found.length === 0 ? null : Math.max(...found);
  });
  return { timesMs: starts, requests: sums('requests'), errors: sums('errors'), slowest };
}
