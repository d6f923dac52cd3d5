import { useRead } from '../../data/use-read.ts';
import { windowOf } from '../../time/time-search.ts';
import { useTime } from '../../time/use-time.ts';
import { countText, durationText, percentText } from '../../ui/figures.ts';
import { Figure, Figures } from '../../ui/layout.tsx';
import { ReadBody } from '../../ui/panel.tsx';

/** The figures of the service in the window that ends where the page's range ends. */
export function Summary({ service }: { readonly service: string }) {
  const time = useTime();
  const window = windowOf(time);
  const reading = useRead('serviceDetail', {
    params: { name: service },
    query: { window },
    everyMs: 15_000,
  });
  return (
    <ReadBody reading={reading} height={90}>
      {figures => (
        <Figures isBusy={reading.isFetching}>
          <Figure
            name="Requests"
            value={countText(figures.request_count)}
            about={`last ${window}`}
          />
          <Figure
            name="Failed"
            value={percentText(figures.error_rate)}
            {...(figures.error_rate > 5 ? { tone: 'critical' as const } : {})}
          />
          <Figure name="p50" value={durationText(figures.p50_latency)} />
          <Figure name="p95" value={durationText(figures.p95_latency)} />
          <Figure
            name="p99"
            value={durationText(figures.p99_latency)}
            about={figures.p99_is_maximum ? 'the longest of fewer than 100' : undefined}
          />
        </Figures>
      )}
    </ReadBody>
  );
}
