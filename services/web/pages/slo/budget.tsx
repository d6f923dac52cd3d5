import { useMemo } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import type { Reading } from '../../data/use-read.ts';
import { spanText } from '../../time/format.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { digits } from '../../ui/figures.ts';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';

/** With its legend. */
const chartHeight = 188;

type History = ResponseOf<'objectiveHistory'>;

/** How the budget of the window went, from all of it to what is left. */
export const Budget = ({ reading }: { readonly reading: Reading<'objectiveHistory'> }) => (
  <ReadPanel
    title="Error budget"
    reading={reading}
    height={chartHeight}
    aside={reading.data !== undefined && `steps of ${stepText(reading.data.body)}`}
  >
    {history =>
      history.sample_count === 0 ? (
        <div style={{ minHeight: chartHeight }}>
          <Empty title="No request in this window">What comes from now on counts.</Empty>
        </div>
      ) : (
        <Lines history={history} />
      )
    }
  </ReadPanel>
);

const stepText = ({ step_seconds: seconds }: History): string => spanText(seconds * 1_000);

function Lines({ history }: { readonly history: History }) {
  const { points, from, to, step_seconds: step } = history;
  const { timesMs, lines } = useMemo(() => {
    const toMs = Date.parse(to);
    // A point says what was left at the end of its step, and before the first one all of it was.
    const ends = points.map(({ timestamp }) =>
      Math.min(Date.parse(timestamp) + step * 1_000, toMs),
    );
    const left = [100, ...points.map(point => point.remaining_percent)];
    return {
      timesMs: [Date.parse(from), ...ends],
      lines: [
        { label: 'left of the budget', values: left, colour: 'accent' },
        { label: 'used up', values: left.map(() => 0), colour: 'critical', isDashed: true },
      ],
    };
  }, [points, from, to, step]);
  return (
    <Chart
      name="Error budget"
      timesMs={timesMs}
      lines={lines}
      fromMs={Date.parse(from)}
      toMs={Date.parse(to)}
      format={percent => `${digits(percent)} %`}
    />
  );
}
