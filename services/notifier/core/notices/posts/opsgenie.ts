import { apiUrlOf, keyedTargetOf } from '../../../../../domain/channels/keyed-target.ts';
import type { Severity } from '../../../../../schemas/alerts/rule.ts';
import { cut, plain } from './cut.ts';
import { type Incident, type IncidentStep, incidentSteps, stepName } from './incident.ts';
import type { PostRenderer } from './post.ts';

/** Characters of the fields of an alert (docs.opsgenie.com, "Alert API"). */
const opsgenieLimits = {
  message: 130,
  alias: 512,
  description: 15_000,
  entity: 512,
  details: 8_000,
} as const;

/** Requests as the Alert API v2 takes them (docs.opsgenie.com, "Alert API"), one for each alert. */
export const opsgeniePosts: PostRenderer = notice => {
  const target = keyedTargetOf(notice.to);
  const alerts = `${apiUrlOf('opsgenie', target)}/v2/alerts`;
  return incidentSteps(notice).map(step => ({
    name: stepName(step),
    headers: { authorization: `GenieKey ${target.key}` },
    ...requestOf(step, alerts),
    refusals: {
      401: 'Opsgenie refuses the key of the channel',
      403: 'Opsgenie refuses the key of the channel',
      422: 'Opsgenie refuses the key of the channel, or the alert',
    },
  }));
};

const requestOf = ({ action, incident }: IncidentStep, alerts: string) =>
  action === 'close'
    ? {
        url: `${alerts}/${encodeURIComponent(incident.key)}/close?identifierType=alias`,
        body: JSON.stringify({ source: 'Tidemark', note: plain(incident.summary, 1_000) }),
      }
    : { url: alerts, body: JSON.stringify(alertOf(incident)) };

const alertOf = ({
  key,
  summary,
  lines,
  service,
  severity,
  details,
  url,
  traceUrls,
}: Incident) => ({
  message: plain(summary, opsgenieLimits.message),
  alias: key,
  description: cut([...lines, url, ...traceUrls].join('\n'), opsgenieLimits.description),
  priority: priorities[severity],
  source: 'Tidemark',
  ...(service !== undefined && { entity: plain(service, opsgenieLimits.entity) }),
  tags: ['tidemark', severity],
  details,
});

const priorities: Readonly<Record<Severity, string>> = {
  critical: 'P1',
  warning: 'P3',
  info: 'P5',
};
