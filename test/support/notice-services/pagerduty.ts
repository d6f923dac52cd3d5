import { expected, type Json, list, object, only, text, webUrl } from './expected.ts';

export type PagerdutyEvent = {
  readonly event_action: 'trigger' | 'resolve';
  readonly dedup_key: string;
  readonly payload?: Json;
};

/** Reads an event as developer.pagerduty.com describes those of the Events API v2, "Send an Alert Event"; throws `Refused`. */
export function pagerdutyEvent(body: unknown): PagerdutyEvent {
  const event = object(body, 'an event');
  const routingKey = text(event.routing_key, 32, 'routing_key');
  expected(routingKey.length === 32, "Length of 'routing_key' is incorrect");
  text(event.dedup_key, 255, 'dedup_key');
  const { event_action: action } = event;
  if (action === 'resolve') only(event, ['routing_key', 'event_action', 'dedup_key'], 'a resolve');
  else {
    expected(action === 'trigger', 'event_action');
    const fields = ['routing_key', 'event_action', 'dedup_key', 'client', 'client_url', 'payload'];
    only(event, [...fields, 'links', 'images'], 'a trigger');
    webUrl(event.client_url, 'client_url');
    expectPayload(object(event.payload, 'payload'));
    for (const each of list(event.links, 'links')) {
      const link = object(each, 'a link');
      webUrl(link.href, 'href');
      text(link.text, 255, 'text');
    }
  }
  expected(Buffer.byteLength(JSON.stringify(body)) <= 512 * 1024, 'at most 512 KB');
  return event as PagerdutyEvent;
}

function expectPayload(payload: Json): void {
  const fields = ['summary', 'source', 'severity', 'timestamp', 'component', 'group', 'class'];
  only(payload, [...fields, 'custom_details'], 'payload');
  text(payload.summary, 1_024, 'summary');
  text(payload.source, 1_024, 'source');
  const { severity, timestamp, component } = payload;
  expected(['critical', 'error', 'warning', 'info'].includes(String(severity)), 'severity');
  if (timestamp !== undefined)
    expected(new Date(String(timestamp)).toISOString() === timestamp, 'timestamp: ISO 8601');
  if (component !== undefined) text(component, 1_024, 'component');
  object(payload.custom_details, 'custom_details');
}
