import type { RootCauses } from '../../../../schemas/root-causes/routes.ts';
import type { ClockText } from './clock-text.ts';
import type { Symptom } from './episode.ts';
import type { Incident, Neighbour } from './incident.ts';
import { tracesOf } from './incident.ts';

/** An incident for people: what is wrong since when, where, why, and traces that show it. */
export const incidentText = (incident: Incident, clock: ClockText, tracesMax: number): string =>
  [
    leadOf(incident, clock),
    operationOf(incident),
    causesOf(incident),
    ...incident.neighbours.map(neighbourText),
    alsoHitOf(incident),
    examplesOf(tracesOf(incident, tracesMax)),
  ]
    .filter(text => text !== '')
    .join(' ');

const what: Readonly<Record<Symptom, string>> = {
  errors: 'requests fail more than before',
  silence: 'no requests arrive',
  latency: 'requests are slower than before',
  traffic: 'there is other traffic than before',
};

function leadOf({ service, episode, isGoingOn, found }: Incident, clock: ClockText): string {
  const { fromMs, toMs, symptom } = episode;
  const when = isGoingOn ? `Since ${clock.at(fromMs)}` : `${capital(clock.range(fromMs, toMs))}`;
  const was = isGoingOn ? what[symptom] : past(what[symptom]);
  return `${service}: ${when} ${was}.${figuresText(found)}`;
}

const past = (text: string): string =>
  text
    .replace('fail', 'failed')
    .replace('are', 'were')
    .replace('arrive', 'arrived')
    .replace('there is', 'there was');

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What the service did then, and in as much time before. */
function figuresText({ change }: RootCauses): string {
  if (change === null) return '';
  const { now, before } = change;
  if (now.requests === 0) return ` In as much time before, it had ${before.requests} requests.`;
  return ` ${percent(now.error_rate)} of ${now.requests} requests failed (before, ${percent(before.error_rate)} of ${before.requests}); p95 latency ${ms(now.p95_latency)} (before, ${ms(before.p95_latency)}).`;
}

function operationOf({ found: { operations } }: Incident): string {
  const [most] = operations;
  if (most === undefined) return '';
  const { operation_name: name, now, before } = most;
  return `Most in ${name}: ${percent(now.error_rate)} of ${now.requests} failed (before, ${percent(before.error_rate)}), p95 ${ms(now.p95_latency)} (before, ${ms(before.p95_latency)}).`;
}

/** Of other causes, those that explain at least so much. */
const alsoScoreMin = 0.3;

function causesOf({ service, episode, found }: Incident): string {
  if (episode.symptom === 'silence')
    return `Either nothing calls ${service}, or it does not run, or its telemetry does not arrive: spans that never came say no more.`;
  const [first, ...others] = found.causes;
  const [failure] = found.failures;
  if (first === undefined)
    return failure === undefined ? (found.reason ?? '') : failureText(failure);
  const also = others.filter(({ score }) => score >= alsoScoreMin).slice(0, 2);
  const said = also.map(({ explanation }) => explanation).join(' ');
  return `Likely cause: ${first.explanation}${said === '' ? '' : ` Also possible: ${said}`}`;
}

function failureText({
  operation_name: operation,
  service_name: service,
  error_type: type,
  message,
}: RootCauses['failures'][number]): string {
  const error = [type, message].filter(text => text !== '').join(': ');
  return `Failures begin in ${operation} of ${service}${error === '' ? '' : ` (${error})`}.`;
}

export const neighbourText = ({ service, target, perMinute, perMinuteBefore }: Neighbour): string =>
  `${service} calls ${target} too, ${perMinute.toFixed(1)} times a minute, before ${perMinuteBefore.toFixed(1)}: it may take what others need.`;

const alsoHitOf = ({ alsoHit }: Incident): string =>
  alsoHit.length === 0 ? '' : `Hit by the same: ${alsoHit.join(', ')}.`;

export const examplesOf = (traces: readonly string[]): string =>
  traces.length === 0 ? '' : `Traces: ${traces.join(', ')}.`;

export const percent = (value: number): string => `${value.toFixed(1)} %`;
export const ms = (value: number): string => `${value.toFixed(1)} ms`;
