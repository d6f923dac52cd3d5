import { useMemo } from 'react';
import { filled, stepStarts } from '../../time/steps.ts';
import { useTime } from '../../time/use-time.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { wholeText } from '../../ui/figures.ts';
import { Panel } from '../../ui/panel.tsx';
import { useVersionMarks } from '../../version-marks.ts';
import type { Found } from './found.ts';

/** How often it came over the range, with the versions that began in it. */
export function Frequency({ found }: { readonly found: Found }) {
  const { choose } = useTime();
  const marks = useVersionMarks(found.service_name);
  const { from, to, step_seconds: step, series } = found;
  const range = { fromMs: Date.parse(from), toMs: Date.parse(to) };
  const { timesMs, lines } = useMemo(() => {
    const starts = stepStarts({ fromMs: Date.parse(from), toMs: Date.parse(to) }, step);
    const values = filled(starts, series, ({ count }) => count, 0);
    return {
      timesMs: starts,
      lines: [{ label: 'errors', values, colour: 'critical', isBars: true }],
    };
  }, [from, to, step, series]);
  return (
    <Panel title="How often">
      <Chart
        {...range}
        name="Errors over time"
        timesMs={timesMs}
        lines={lines}
        marks={marks}
        format={wholeText}
        onRange={choose}
      />
    </Panel>
  );
}
