import type { Handlers } from '../../../platform/http/handler.ts';
import type { Reference } from '../../../schemas/copilot/routes.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { ServiceSummary } from '../../../schemas/services/routes.ts';
import { type Intent, intentOf } from '../core/copilot/intent.ts';
import {
  alertsText,
  anomaliesText,
  causesText,
  languageModelsText,
  overviewText,
  worstFirst,
} from '../core/copilot/sentences.ts';
import { type Asking, callRoute, type RouteInput } from '../route-call.ts';
import { copilotLimits } from './config.ts';
import { referenceTo } from './references.ts';

export type CopilotRoute =
  | 'listServices'
  | 'rootCauses'
  | 'activeAlerts'
  | 'listAnomalies'
  | 'llmStats';

export type CopilotReads = Pick<Handlers, CopilotRoute>;

/** A part of an answer: text, and what it is about. */
export type Part = { readonly text: string; readonly references: readonly Reference[] };

type Read = <Name extends CopilotRoute>(
  name: Name,
  input?: RouteInput,
) => Promise<ResponseOf<Name>>;

const { tracesMax, servicesMax, namedMax } = copilotLimits;

/**
 * The answer to a question from the data alone, in parts: traces and services that it names with their causes, or
 * else the worst service and an overview; then alerts and anomalies.
 */
export async function* answerFromData(
  question: string,
  asking: Asking,
  reads: CopilotReads,
): AsyncGenerator<Part> {
  const read: Read = (name, input = {}) => callRoute(name, input, asking, reads);
  const { services } = await read('listServices');
  const intent = intentOf(
    question,
    services.map(({ name }) => name),
  );
  for (const trace of intent.traces.slice(0, tracesMax)) yield await aboutTrace(trace, read);
  for (const service of intent.services.slice(0, servicesMax))
    yield* aboutService(service, intent, read);
  if (intent.traces.length + intent.services.length === 0)
    yield* aboutEverything(services, intent, read);
}

async function aboutTrace(id: string, read: Read): Promise<Part> {
  const found = await read('rootCauses', { query: { trace_id: id } });
  return { text: causesText(found), references: [referenceTo('trace', id)] };
}

async function* aboutService(
  service: string,
  { window }: Pick<Intent, 'window'>,
  read: Read,
): AsyncGenerator<Part> {
  const query = { service, ...(window && { window }) };
  const found = await read('rootCauses', { query });
  const traces = [...found.failures, ...found.slowness].flatMap(place => place.trace_ids);
  const named = [...new Set(traces)].slice(0, tracesMax);
  const examples = named.length === 0 ? '' : ` Traces: ${named.join(', ')}.`;
  yield {
    text: `${causesText(found)}${examples}`,
    references: [referenceTo('service', service), ...named.map(id => referenceTo('trace', id))],
  };
  yield await aboutAnomalies(read, service);
}

async function* aboutEverything(
  services: readonly ServiceSummary[],
  intent: Intent,
  read: Read,
): AsyncGenerator<Part> {
  const { topics, window } = intent;
  if (topics.has('languageModels')) {
    const stats = await read('llmStats', { query: window === undefined ? {} : { window } });
    yield { text: languageModelsText(stats, namedMax), references: [] };
    if (topics.size === 1) return;
  }
  const worst = worstFirst(services).slice(0, namedMax);
  const [first] = worst;
  if (topics.has('causes') && first !== undefined) yield* aboutService(first.name, intent, read);
  yield {
    text: overviewText(services, namedMax),
    references: worst.map(({ name }) => referenceTo('service', name)),
  };
  yield await aboutAlerts(read);
  yield await aboutAnomalies(read);
}

async function aboutAlerts(read: Read): Promise<Part> {
  const { alerts, total } = await read('activeAlerts', { query: { limit: String(namedMax) } });
  return {
    text: alertsText(alerts, total),
    references: alerts.map(({ id }) => referenceTo('alert', id)),
  };
}

async function aboutAnomalies(read: Read, service?: string): Promise<Part> {
  const query = {
    status: 'open',
    limit: String(namedMax),
    ...(service !== undefined && { service }),
  };
  const { anomalies, total_count: total } = await read('listAnomalies', { query });
  return {
    text: anomaliesText(anomalies, total, service === undefined ? '' : ` in ${service}`),
    references: anomalies.map(({ id }) => referenceTo('anomaly', id)),
  };
}
