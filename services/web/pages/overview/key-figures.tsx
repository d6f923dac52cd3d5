import { useRead } from '../../data/use-read.ts';
import { useTime } from '../../time/use-time.ts';
import { countText, durationText, percentText, wholeText } from '../../ui/figures.ts';
import { Figure, Figures } from '../../ui/layout.tsx';
import { ReadBody } from '../../ui/panel.tsx';

/** The windows that the figures exist for. */
const windowOf = (ms: number): '1h' | '6h' | '24h' =>
  ms <= 3_600_000 ? '1h' : ms <= 6 * 3_600_000 ? '6h' : '24h';

export function KeyFigures() {
  const { fromMs, toMs } = useTime();
  const window = windowOf(toMs - fromMs);
  const reading = useRead('alertDashboard', { query: { window }, everyMs: 15_000 });
  return (
    <ReadBody reading={reading} height={90}>
      {({ stats, alerts, anomalies }) => (
        <Figures isBusy={reading.isFetching}>
          <Figure
            name="Alerts that fire"
            value={wholeText(alerts.count)}
            {...(alerts.count > 0 ? { tone: 'critical' as const } : {})}
            about={`${anomalies.unacknowledged} unusual and not looked at`}
          />
          <Figure
            name="Health"
            value={`${Math.round(stats.health_score)} of 100`}
            about={`of ${stats.services} services, last ${window}`}
          />
          <Figure
            name="Failed requests"
            value={percentText(stats.error_rate)}
            about={`${countText(stats.errors_24h)} in the last ${window}`}
          />
          <Figure
            name="Mean duration"
            value={durationText(stats.avg_response)}
            about={`last ${window}`}
          />
          <Figure name="Traces" value={countText(stats.total_traces)} about={`last ${window}`} />
        </Figures>
      )}
    </ReadBody>
  );
}
