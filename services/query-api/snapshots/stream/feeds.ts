import type { OrganizationId } from '../../../../schemas/ids.ts';
import { type Feed, type FeedOptions, openFeed } from './feed.ts';

/** The feeds of a process, each as long as a stream needs it. */
export type Feeds = {
  /** Gives the feed back when what is returned is called, once. */
  readonly take: (
    organizationId: OrganizationId,
    service: string,
  ) => { readonly feed: Feed; readonly giveBack: () => void };
};

type Shared = { readonly feed: Feed; readonly ending: AbortController; users: number };

export function openFeeds(
  optionsOf: (organizationId: OrganizationId, service: string, signal: AbortSignal) => FeedOptions,
): Feeds {
  const shared = new Map<string, Shared>();
  return {
    take: (organizationId, service) => {
      const name = `${organizationId} ${service}`;
      const present = shared.get(name) ?? opened(organizationId, service);
      shared.set(name, present);
      present.users++;
      return {
        feed: present.feed,
        giveBack: () => {
          if (--present.users > 0) return;
          present.ending.abort();
          shared.delete(name);
        },
      };
    },
  };

  function opened(organizationId: OrganizationId, service: string): Shared {
    const ending = new AbortController();
    const feed = openFeed(optionsOf(organizationId, service, ending.signal));
    return { feed, ending, users: 0 };
  }
}
