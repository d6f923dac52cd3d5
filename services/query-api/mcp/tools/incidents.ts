import { z } from 'zod';
import { servicePage } from '../../../../domain/telemetry/service-page.ts';
import { alertStatus } from '../../../../schemas/alerts/parts.ts';
import { severities } from '../../../../schemas/alerts/rule.ts';
import { anomalyMetrics } from '../../../../schemas/anomalies/metric.ts';
import { anomalyStatuses } from '../../../../schemas/anomalies/parts.ts';
import { metricsWindows } from '../../../../schemas/services/metrics-route.ts';
import { pageUnder, within } from '../page-of.ts';
import { asQuery, readTool } from '../tool.ts';
import { end, limit, offset, range, service, tableLimit } from './parts.ts';

const alertId = z.string().describe('Id of the alert, as list_alerts gives it.');

export const incidentTools = [
  readTool({
    name: 'get_active_alerts',
    title: 'Alerts that fire',
    description:
      'Alerts that fire now or fired at a past instant, the newest first, with value and threshold.',
    input: z.object({ limit }),
    route: 'activeAlerts',
    request: given => ({ query: asQuery(given) }),
    page: () => '/alerts',
    list: { field: 'alerts', goesOn: 'cursor', total: 'total' },
  }),
  readTool({
    name: 'list_alerts',
    title: 'History of alerts',
    description:
      'Alerts that fire or fired, the newest first, as a table: rule, service, metric, value and threshold, when triggered and resolved. Filters by status, severity, service, rule and the time of the trigger.',
    input: z.object({
      status: alertStatus.optional(),
      severity: z.enum(severities).optional(),
      service: service.optional(),
      rule_id: z.guid().optional().describe('As list_alert_rules gives it.'),
      ...range,
      limit: tableLimit,
    }),
    route: 'listAlerts',
    request: ({ rule_id: rule, ...given }) => ({ query: asQuery({ ...given, rule }) }),
    page: () => '/alerts',
    list: {
      field: 'alerts',
      goesOn: 'cursor',
      total: 'total',
      columns: [
        'id',
        'rule_id',
        'name',
        'severity',
        'service_name',
        'metric',
        'operator',
        'threshold',
        'current_value',
        'status',
        'triggered_at',
        'resolved_at',
        'resolve_reason',
        'duration_seconds',
        'triage_item_id',
      ],
    },
  }),
  readTool({
    name: 'get_alert',
    title: 'One alert',
    description:
      'One alert with its evidence (samples, errors, percentiles in milliseconds, traces of the window in which it fired), what late spans changed of it, and its timeline.',
    input: z.object({ alert_id: alertId }),
    route: 'getAlert',
    request: ({ alert_id: id, as_of }) => ({ params: { id }, query: asQuery({ as_of }) }),
    page: ({ alert_id: id }) => pageUnder('/alerts', id),
    idsFrom: 'list_alerts',
  }),
  readTool({
    name: 'get_alert_causes',
    title: 'Causes of an alert',
    description:
      'Ranks what may have caused an alert: deployments, new errors, slow or failing dependencies, attributes, traffic; each with a score from 0 to 1, figures before and during, and traces. `reason` says why there are none.',
    input: z.object({ alert_id: alertId }),
    route: 'alertCauses',
    request: ({ alert_id: id, as_of }) => ({ params: { id }, query: asQuery({ as_of }) }),
    page: ({ alert_id: id }) => pageUnder('/alerts', id),
    idsFrom: 'list_alerts',
  }),
  readTool({
    name: 'prove_alert',
    title: 'Proof of an alert',
    description:
      'Recomputes an alert from what was known when it fired, and says field by field whether it is the same. It never changes; `as_of` before the alert says that it was not there yet.',
    input: z.object({ alert_id: alertId }),
    route: 'proveAlert',
    request: ({ alert_id: id }) => ({ params: { id } }),
    page: ({ alert_id: id }) => pageUnder('/alerts', id),
    thereSince: ({ evaluated_at: at }: { readonly evaluated_at: string }) => at,
    idsFrom: 'list_alerts',
  }),
  readTool({
    name: 'search_anomalies',
    title: 'Search anomalies',
    description:
      'Unusual latency (p95), error rate or throughput of services, the newest first, with what was usual and how far it was left.',
    input: z.object({
      service: service.optional(),
      metric: z.enum(anomalyMetrics).optional(),
      severity: z.enum(severities).optional(),
      status: z.enum(anomalyStatuses).optional(),
      acknowledged: z.boolean().optional(),
      limit,
      offset,
    }),
    route: 'listAnomalies',
    request: given => ({ query: asQuery(given) }),
    page: given => within('/anomalies', { service: given.service }),
    list: { field: 'anomalies', goesOn: 'cursor', total: 'total_count' },
  }),
  readTool({
    name: 'get_anomaly_causes',
    title: 'Causes of an anomaly',
    description: 'Ranks what may have caused an anomaly, as get_alert_causes does for an alert.',
    input: z.object({ anomaly_id: z.string().describe('As search_anomalies gives it.') }),
    route: 'anomalyCauses',
    request: ({ anomaly_id: id, as_of }) => ({ params: { id }, query: asQuery({ as_of }) }),
    page: ({ anomaly_id: id }) => pageUnder('/anomalies', id),
    idsFrom: 'search_anomalies',
  }),
  readTool({
    name: 'get_rca',
    title: 'Root causes',
    description:
      'Where requests of a service in a window, or one trace, fail first and spend their time, what changed against the window before, and versions that began shortly before. `summary` has the findings as sentences.',
    input: z.object({
      service: service.optional(),
      window: z.enum(metricsWindows).optional(),
      end,
      trace_id: z.string().optional().describe('One trace instead of a service.'),
    }),
    route: 'rootCauses',
    request: given => ({
      query: asQuery({ ...given, end: given.service && (given.end ?? given.as_of) }),
    }),
    page: ({ service: name, trace_id: id = '' }) =>
      name === undefined ? pageUnder('/traces', id) : servicePage(name),
  }),
];
