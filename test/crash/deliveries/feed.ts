import type { ResponseOf } from '../../../schemas/http/routes.ts';

type Feed = ResponseOf<'listEvents'>;

/** All events that webhooks of an organization are sent, in their order. */
export async function allEvents(url: string, key: string): Promise<Feed['events']> {
  const headers = { 'X-API-Key': key };
  const all: Feed['events'] = [];
  for (let cursor = ''; ; ) {
    const path = `/v1/events?limit=500${cursor && `&after=${cursor}`}`;
    const page = (await (await fetch(`${url}${path}`, { headers })).json()) as Feed;
    all.push(...page.events);
    if (!page.has_more) return all;
    cursor = page.next_cursor;
  }
}
