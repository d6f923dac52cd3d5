import { apiUrlOf, keyedTargetOf } from '../../../../../domain/channels/keyed-target.ts';
import { plain } from './cut.ts';
import { type Incident, type IncidentStep, incidentSteps, stepName } from './incident.ts';
import type { PostRenderer } from './post.ts';

/** Of `summary` (developer.pagerduty.com, "PD-CEF"). */
const pagerdutySummaryMax = 1_024;

/** Of `source`, `component` and `class`, for which PagerDuty names no limit. */
const nameUnitsMax = 255;

/** Events as the Events API v2 takes them (developer.pagerduty.com, "Send an Alert Event"), one for each alert. */
export const pagerdutyPosts: PostRenderer = notice => {
  const target = keyedTargetOf(notice.to);
  const url = `${apiUrlOf('pagerduty', target)}/v2/enqueue`;
  return incidentSteps(notice).map(step => ({
    name: stepName(step),
    url,
    body: JSON.stringify({ routing_key: target.key, ...eventOf(step) }),
    refusals: {
      400: 'PagerDuty refuses the routing key of the channel, or the event',
      401: 'PagerDuty refuses the routing key of the channel',
      403: 'PagerDuty refuses the routing key of the channel',
    },
  }));
};

const eventOf = ({ action, incident }: IncidentStep) =>
  action === 'close'
    ? { event_action: 'resolve', dedup_key: incident.key }
    : { event_action: 'trigger', dedup_key: incident.key, ...triggered(incident) };

const triggered = ({ summary, service, kind, beganAtMs, url, traceUrls, ...one }: Incident) => ({
  client: 'Tidemark',
  client_url: url,
  payload: {
    summary: plain(summary, pagerdutySummaryMax),
    source: plain(service ?? 'all services', nameUnitsMax),
    // Tidemark's severities are three of PagerDuty's four.
    severity: one.severity,
    ...(beganAtMs !== undefined && { timestamp: new Date(beganAtMs).toISOString() }),
    ...(service !== undefined && { component: plain(service, nameUnitsMax) }),
    class: plain(kind, nameUnitsMax),
    custom_details: { ...one.details, text: one.lines.join('\n') },
  },
  links: [
    { href: url, text: 'Open in Tidemark' },
    ...traceUrls.map((href, index) => ({ href, text: `Trace ${index + 1}` })),
  ],
});
