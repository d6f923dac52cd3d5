import {
  type Anomaly,
  endTexts,
  metricNames,
  usualText,
  valueText,
} from '../../anomalies/words.ts';
import { serviceLink } from '../../links.ts';
import { Sentence } from '../../ui/layout.tsx';
import { LinkTo } from '../../ui/page-link.tsx';
import { Foreign, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';

type SummaryProps = { readonly anomaly: Anomaly };

/** What, where, how far from usual and since when, in one sentence; and what moved with it. */
export const Summary = ({ anomaly }: SummaryProps) => {
  const { metric, metrics, service_name: service, value, detected_at, ended_at } = anomaly;
  const { end_reason: reason } = anomaly;
  const others = metrics.filter(each => each.metric !== metric);
  return (
    <>
      <Sentence>
        The {metricNames[metric]} of{' '}
        <LinkTo link={serviceLink(service)}>
          <Foreign>{service}</Foreign>
        </LinkTo>{' '}
        was <strong>{valueText(metric, value)}</strong>;{' '}
        <strong>{usualText(metric, anomaly)}</strong> is usual then.{' '}
        {ended_at === null ? (
          <>
            It is so since <Instant at={detected_at} shape="minute" isRelative />.
          </>
        ) : (
          <>
            Detected at <Instant at={detected_at} shape="minute" />, ended at{' '}
            <Instant at={ended_at} shape="minute" />
            {reason !== null && `: ${endTexts[reason]}`}.
          </>
        )}
      </Sentence>
      {others.length > 0 && (
        <p>
          <Muted>
            With it moved:{' '}
            {others
              .map(
                each =>
                  `${metricNames[each.metric]} ${valueText(each.metric, each.value)}, usually ${usualText(each.metric, each)}`,
              )
              .join('; ')}
            .
          </Muted>
        </p>
      )}
    </>
  );
};
