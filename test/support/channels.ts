import type { WholeTidemark } from './cluster.ts';

/** The ids of the channels that an organization has, as its events say. */
export async function channelsOf(
  { platform: { eventStore } }: WholeTidemark,
  organization: string,
): Promise<readonly string[]> {
  const head = await eventStore.head();
  const found: string[] = [];
  const signal = AbortSignal.timeout(30_000);
  for await (const { events, position } of eventStore.subscribe({ after: -1, signal })) {
    for (const { event } of events) {
      if (event.type === 'ChannelAdded' && event.data.organizationId === organization)
        found.push(event.data.channelId);
    }
    if (position >= head) break;
  }
  return found;
}
