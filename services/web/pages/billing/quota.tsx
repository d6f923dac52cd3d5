import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { bytesText, percentText, wholeText } from '../../ui/figures.ts';
import { Figure, Figures } from '../../ui/layout.tsx';
import { ReadBody } from '../../ui/panel.tsx';
import { Instant } from '../../ui/time.tsx';

/** The plan, and how much of it is used in this month. */
export function Quota() {
  const reading = useRead('subscription', { everyMs: 60_000 });
  return (
    <ReadBody reading={reading} height={90}>
      {({ plan, status, usage, current_period_end: end }) => (
        <Figures>
          <Figure name="Plan" value={plan} about={status} />
          <Share
            name="Traces in this month"
            used={wholeText(usage.traces_used)}
            limit={wholeText(usage.trace_limit)}
            percent={usage.percentage}
          />
          <Share
            name="Data in this month"
            used={bytesText(usage.bytes_used)}
            limit={bytesText(usage.bytes_limit)}
            percent={bytesPercent(usage)}
          />
          <Figure
            name="Counts from zero on"
            value={end.slice(0, 10)}
            about={<Instant at={end} shape="minute" isRelative />}
          />
        </Figures>
      )}
    </ReadBody>
  );
}

type Usage = ResponseOf<'subscription'>['usage'];

const bytesPercent = ({ bytes_used: used, bytes_limit: limit }: Usage): number =>
  limit > 0 ? (used / limit) * 100 : 0;

const warnedPercent = 80;

type ShareProps = {
  readonly name: string;
  readonly used: string;
  readonly limit: string;
  readonly percent: number;
};

const Share = ({ name, used, limit, percent }: ShareProps) => (
  <Figure
    name={name}
    value={used}
    about={`${percentText(percent)} of ${limit}`}
    {...(percent >= 100
      ? { tone: 'critical' as const }
      : percent >= warnedPercent && { tone: 'warning' as const })}
  />
);
