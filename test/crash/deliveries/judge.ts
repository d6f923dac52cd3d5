import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { until } from '../../support/until.ts';
import { endpointFaults } from './endpoint-faults.ts';
import type { Failures } from './failures.ts';
import { allEvents } from './feed.ts';
import type { openHooks } from './hooks.ts';

type Judged = {
  readonly url: string;
  readonly failures: Failures;
  readonly hooks: Pick<Awaited<ReturnType<typeof openHooks>>, 'requests'>;
  readonly settleMsMax: number;
};

/** Every trace that failed arrived, under one id, at first in the order of the feed, and nothing at the disabled one. */
export async function deliveryFaults({
  url,
  failures,
  hooks,
  settleMsMax,
}: Judged): Promise<readonly string[]> {
  const { key } = failures.owner();
  const headers = { 'X-API-Key': key };
  const get = async <Body>(path: string): Promise<Body> =>
    (await (await fetch(`${url}${path}`, { headers })).json()) as Body;
  const sent = new Set(failures.sent());
  const feed = await until(
    'all events',
    async () => {
      const found = await allEvents(url, key);
      return found.length >= sent.size && found;
    },
    settleMsMax,
  );
  for (const name of ['steady', 'flaky'])
    await until(
      `${name} to be served`,
      async () => {
        const id = failures.webhooks.get(name);
        const found = await get<ResponseOf<'getWebhook'>>(`/v1/webhooks/${id}`);
        return found.successful_deliveries >= feed.length;
      },
      settleMsMax,
    );
  const traces = feed.map(({ data }) => String(data.trace_id));
  const ids = feed.map(({ event_id }) => event_id);
  const missing = [...sent].filter(trace => !traces.includes(trace)).length;
  return [
    ...(missing > 0 ? [`${missing} of ${sent.size} traces are in no event`] : []),
    ...(new Set(traces).size < traces.length ? ['a trace is in two events'] : []),
    ...['steady', 'flaky'].flatMap(name => endpointFaults(name, hooks.requests, ids)),
    ...(hooks.requests.some(({ webhook }) => webhook === 'disabled')
      ? ['the disabled webhook got requests']
      : []),
  ];
}

/** For people. */
export function deliveriesLine({ failures, hooks }: Pick<Judged, 'failures' | 'hooks'>): string {
  const { requests } = hooks;
  const firsts = new Set(requests.map(({ webhook, eventId }) => `${webhook} ${eventId}`)).size;
  return `${failures.sent().length} causes, ${firsts} deliveries, ${requests.length - firsts} repeated requests`;
}
