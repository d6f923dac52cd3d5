import { serviceLink } from '../../links.ts';
import { ObjectiveOf } from '../../rules/objective-of.tsx';
import { conditionText, metricText, minutesText, valueText } from '../../rules/words.ts';
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
  const { service_name: service, current_value: value, evidence } = alert;
  const where = service === '' ? 'all services' : <Service>{service}</Service>;
  if (evidence.conditions !== undefined)
    return (
      <>
        Of <ObjectiveOf metric={alert.metric} />
        {where}, {heldText(alert, evidence.conditions)}
      </>
    );
  const minutes = minutesOf(alert.window);
  const measured = metricText(alert);
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

type Conditions = NonNullable<Alert['evidence']['conditions']>;

/** The conditions that held when it fired, such as `the p95 was 812 ms (over 500 ms) within 5 min`. */
const heldText = ({ status }: Alert, conditions: Conditions): string =>
  conditions
    .filter(({ holds }) => holds)
    .map(({ value, window, ...one }) => {
      const compared = { ...one, alert_type: 'threshold' } as const;
      const within = `within ${minutesText(minutesOf(window))}`;
      const measured = metricText(compared);
      if (value === null) return `there was no data for the ${measured} ${within}`;
      const is = status === 'firing' ? 'is' : 'was';
      const condition = conditionText(compared);
      return `the ${measured} ${is} ${valueText(compared, value)} (${condition}) ${within}`;
    })
    .join(' and ');

const minutesOf = ({ from, to }: Alert['window']): number =>
  (Date.parse(to) - Date.parse(from)) / 60_000;

const Service = ({ children }: { readonly children: string }) => (
  <LinkTo link={serviceLink(children)}>
    <Foreign>{children}</Foreign>
  </LinkTo>
);
