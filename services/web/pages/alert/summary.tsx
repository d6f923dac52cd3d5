import { serviceLink } from '../../links.ts';
import { conditionText, metricText, valueText } from '../../rules/words.ts';
import { Sentence } from '../../ui/layout.tsx';
import { LinkTo } from '../../ui/page-link.tsx';
import { Foreign, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { type Alert, endText } from './words.ts';

/** A shorter one needs no second date. */
const halfDaySeconds = 43_200;

/** What, where, since when and how bad, in one sentence. */
export const Summary = ({ alert }: { readonly alert: Alert }) => (
  <Sentence>
    <What alert={alert} />
    {alert.status === 'firing' ? (
      <>
        {', '}
        <strong>
          since <Instant at={alert.triggered_at} shape="minute" isRelative />
        </strong>
        .
      </>
    ) : (
      <>
        {', from '}
        <Instant at={alert.triggered_at} />
        {' to '}
        <Instant
          at={alert.resolved_at ?? alert.triggered_at}
          shape={alert.duration_seconds < halfDaySeconds ? 'clock' : 'second'}
        />
        {` (${alert.duration}); ${endText(alert)}.`}
      </>
    )}
    {alert.late && <Muted> It was evaluated more than a minute late.</Muted>}
  </Sentence>
);

function What({ alert }: { readonly alert: Alert }) {
  const { service_name: service, current_value: value, window } = alert;
  const minutes = (Date.parse(window.to) - Date.parse(window.from)) / 60_000;
  const measured = metricText(alert);
  const where = service === '' ? 'all services' : <Service>{service}</Service>;
  if (value === null)
    return (
      <>
        No data for {measured} of {where} within {minutes} min
      </>
    );
  return (
    <>
      The {measured} of {where} {alert.status === 'firing' ? 'is' : 'was'}{' '}
      <strong>{valueText(alert, value)}</strong>, {conditionText(alert)}, within {minutes} min
    </>
  );
}

const Service = ({ children }: { readonly children: string }) => (
  <LinkTo link={serviceLink(children)}>
    <Foreign>{children}</Foreign>
  </LinkTo>
);
