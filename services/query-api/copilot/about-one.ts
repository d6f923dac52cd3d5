import {
  alertsText,
  anomaliesText,
  causesText,
  languageModelsText,
} from '../core/copilot/sentences.ts';
import { copilotLimits } from './config.ts';
import type { Context } from './context.ts';
import type { Part } from './reading.ts';
import { referenceTo } from './references.ts';

type Reading = Pick<Context, 'read' | 'intent'>;

const { namedMax } = copilotLimits;

export async function aboutTrace(id: string, { read }: Pick<Context, 'read'>): Promise<Part> {
  const found = await read('rootCauses', { query: { trace_id: id } });
  return { text: causesText(found), references: [referenceTo('trace', id)] };
}

export async function aboutAlerts({ read }: Pick<Context, 'read'>): Promise<Part> {
  const { alerts, total } = await read('activeAlerts', { query: { limit: String(namedMax) } });
  return {
    text: alertsText(alerts, total),
    references: alerts.map(({ id }) => referenceTo('alert', id)),
  };
}

export async function aboutAnomalies({ read, intent: { services } }: Reading): Promise<Part> {
  const [service, other] = services;
  const isOfOne = service !== undefined && other === undefined;
  const query = { status: 'open', limit: String(namedMax), ...(isOfOne && { service }) };
  const { anomalies, total_count: total } = await read('listAnomalies', { query });
  return {
    text: anomaliesText(anomalies, total, isOfOne ? ` in ${service}` : ''),
    references: anomalies.map(({ id }) => referenceTo('anomaly', id)),
  };
}

export async function aboutLanguageModels({ read, intent: { time } }: Reading): Promise<Part> {
  const end = time === undefined ? {} : { end: new Date(time.toMs).toISOString() };
  const stats = await read('llmStats', { query: end });
  return { text: languageModelsText(stats, namedMax), references: [] };
}
