import type { AlertBody } from '../../../../schemas/alerts/parts.ts';
import type { AnomalyBody } from '../../../../schemas/anomalies/parts.ts';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import type { ServiceSummary } from '../../../../schemas/services/routes.ts';

/** The services that fail most, or else the slowest, first. */
export const worstFirst = (services: readonly ServiceSummary[]): ServiceSummary[] =>
  [...services].sort(
    (left, right) => right.error_rate - left.error_rate || right.p95_latency - left.p95_latency,
  );

export function overviewText(
  services: readonly ServiceSummary[],
  namedMax: number,
  when = ' in the last 24 hours',
): string {
  if (services.length === 0) return `No service sent spans${when}.`;
  const requests = services.reduce((sum, service) => sum + service.request_count, 0);
  const named = worstFirst(services).slice(0, namedMax).map(serviceText);
  return `${counted(services.length, 'service')} had ${counted(requests, 'request')}${when}. ${named.join(' ')}`;
}

const serviceText = ({
  name,
  request_count: n,
  error_rate: rate,
  p95_latency: p95,
}: ServiceSummary) =>
  `${name}: ${rate.toFixed(1)} % of ${counted(n, 'request')} failed, p95 latency ${p95.toFixed(1)} ms.`;

export function alertsText(alerts: readonly AlertBody[], total: number, subject = ''): string {
  if (total === 0) return `No alert fires${subject}.`;
  const named = alerts.map(({ severity, message }) => `${severity}: ${withPeriod(message)}`);
  return `${counted(total, 'alert')} ${total === 1 ? 'fires' : 'fire'}${subject}. ${named.join(' ')}`;
}

export function anomaliesText(
  anomalies: readonly AnomalyBody[],
  total: number,
  subject = '',
): string {
  if (total === 0) return `No anomaly is open${subject}.`;
  const named = anomalies.map(({ message }) => withPeriod(message));
  return `${total === 1 ? '1 anomaly is' : `${total} anomalies are`} open${subject}. ${named.join(' ')}`;
}

type ModelStats = ResponseOf<'llmStats'>;

/** What is said of calls of language models. */
type ModelFigures = {
  readonly total: Pick<
    ModelStats['total'],
    'calls' | 'error_rate' | 'input_tokens' | 'output_tokens'
  >;
  readonly models: readonly Pick<
    ModelStats['models'][number],
    'provider' | 'model' | 'calls' | 'p95_duration_ms'
  >[];
};

export function languageModelsText({ total, models }: ModelFigures, namedMax: number): string {
  if (total.calls === 0) return 'There were no calls of language models.';
  const named = models
    .slice(0, namedMax)
    .map(
      ({ provider, model, calls, p95_duration_ms: p95 }) =>
        `${model} of ${provider}: ${counted(calls, 'call')}, p95 ${p95.toFixed(0)} ms.`,
    );
  const { calls, input_tokens: input, output_tokens: output, error_rate: rate } = total;
  return `${counted(calls, 'call')} of language models used ${input} input and ${output} output tokens; ${rate.toFixed(1)} % failed. ${named.join(' ')}`;
}

/** What is said of a service or trace: the findings, or that there is nothing to find. */
export function causesText({
  service_name: service,
  trace_id: trace,
  summary,
  sample,
}: ResponseOf<'rootCauses'>): string {
  const subject = service ?? `Trace ${trace}`;
  if (sample.spans === 0) return `${subject} sent no spans in this time.`;
  return `${subject}: ${summary.join(' ')}`;
}

const withPeriod = (text: string): string => (/[.!?]$/u.test(text) ? text : `${text}.`);

const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
