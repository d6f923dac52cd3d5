import { servicePage } from '../../../domain/telemetry/service-page.ts';
import type { RouteInput } from '../route-call.ts';
import type { ToolRoute } from './tool.ts';

type Texts = Readonly<Record<string, string | undefined>>;
type PageOf = (params: Texts, query: Texts) => string;

const within =
  (path: string): PageOf =>
  (_, { service }) =>
    service === undefined ? path : `${path}?service=${encodeURIComponent(service.toWellFormed())}`;

/** The pages of the web application that show a person what a tool gives a model. */
const pages: Readonly<Record<ToolRoute, PageOf>> = {
  listServices: () => '/services',
  serviceMetrics: ({ service_name: name = '' }) => servicePage(name),
  listTraces: within('/traces'),
  getTrace: ({ id = '' }) => `/traces/${encodeURIComponent(id.toWellFormed())}`,
  activeAlerts: () => '/alerts',
  listAnomalies: within('/anomalies'),
  listBreakpoints: within('/snapshots'),
  listSnapshots: within('/snapshots'),
  listLlmCalls: within('/models'),
  llmStats: within('/models'),
  rootCauses: (_, { service, trace_id: id }) =>
    service === undefined
      ? `/traces/${encodeURIComponent((id ?? '').toWellFormed())}`
      : servicePage(service),
};

/** The page for a call of a tool, at the instant that it asks about. */
export function pageOf(route: ToolRoute, { params = {}, query = {} }: RouteInput): string {
  const texts = query as Texts;
  const path = pages[route](params as Texts, texts);
  if (texts.as_of === undefined) return path;
  return `${path}${path.includes('?') ? '&' : '?'}as_of=${encodeURIComponent(texts.as_of)}`;
}
