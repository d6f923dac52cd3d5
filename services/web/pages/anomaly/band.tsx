import { useMemo, useState } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { type Anomaly, type Metric, metricNames, valueText } from '../../anomalies/words.ts';
import { useRead } from '../../data/use-read.ts';
import { useTime } from '../../time/use-time.ts';
import { Button } from '../../ui/button.tsx';
import { Chart } from '../../ui/chart/chart.tsx';
import type { Mark } from '../../ui/chart/line.ts';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { Muted } from '../../ui/text.tsx';
import styles from './anomaly.module.css';
import { bandLines, type Point } from './band-lines.ts';
import { useSpan } from './use-span.ts';

type Version = ResponseOf<'getAnomaly'>['possible_causes'][number];

type BandProps = { readonly anomaly: Anomaly; readonly versions: readonly Version[] };

/** The value against what the detector expected of it, minute by minute. */
export function Band({ anomaly, versions }: BandProps) {
  const [metric, choose] = useState<Metric>(anomaly.metric);
  const { choose: narrow } = useTime();
  const { from, to, ...span } = useSpan(anomaly);
  const reading = useRead('serviceAnomalyScores', {
    params: { name: anomaly.service_name },
    query: { metric, from, to },
    ...(anomaly.status === 'open' && { everyMs: 30_000 }),
  });
  const marks = useMemo(() => versions.map(markOf), [versions]);
  return (
    <ReadPanel
      title={`The ${metricNames[metric]} within what is usual`}
      reading={reading}
      height={248}
      aside={
        anomaly.metrics.length > 1 &&
        anomaly.metrics.map(each => (
          <Button
            key={each.metric}
            aria-pressed={each.metric === metric}
            onClick={() => choose(each.metric)}
          >
            {metricNames[each.metric]}
          </Button>
        ))
      }
    >
      {({ points }) => (
        <Drawn points={points} metric={metric} span={span} marks={marks} onRange={narrow} />
      )}
    </ReadPanel>
  );
}

const markOf = ({ version, first_seen_at }: Version): Mark => ({
  kind: 'deployment',
  atMs: Date.parse(first_seen_at),
  label: version,
});

type DrawnProps = {
  readonly points: readonly Point[];
  readonly metric: Metric;
  readonly span: { readonly fromMs: number; readonly toMs: number };
  readonly marks: readonly Mark[];
  readonly onRange: (fromMs: number, toMs: number) => void;
};

function Drawn({ points, metric, span, marks, onRange }: DrawnProps) {
  const drawn = useMemo(() => bandLines(points), [points]);
  if (points.length === 0)
    return (
      <div className={styles.chart}>
        <Empty title="No judgement of this time is kept" />
      </div>
    );
  return (
    <div className={styles.chart}>
      <Chart
        {...drawn}
        {...span}
        name={`${metricNames[metric]} and what is usual`}
        height={220}
        marks={marks}
        format={value => valueText(metric, value)}
        onRange={onRange}
      />
      <Muted>
        The band is what is usual at this hour of the week, or in the last 24 hours while earlier
        weeks have too little. Where there is none, too little was known.
      </Muted>
    </div>
  );
}
