import { setTimeout as pause } from 'node:timers/promises';
import type { Handler } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import type { KeyedRow } from '../../../platform/read-store/port.ts';
import { openPlaces } from '../../../platform/shares/places.ts';
import { envelopeOf } from '../../../projections/webhooks/envelope.ts';
import { type FeedRow, feed, feedOf, feedPlace } from '../../../projections/webhooks/feed.ts';
import { limits } from '../config.ts';
import type { QueryShared } from '../shared.ts';
import type { WebhookReads } from './webhooks.ts';

type Feeding = WebhookReads & Pick<QueryShared, 'keyring' | 'clock'>;

const cursorPattern = /^\d{16}$/u;

/** GET /v1/events: after a cursor, which names a place among the events and stays valid. */
export function listEvents(dependencies: Feeding): Handler<'listEvents'> {
  const { projections, clock } = dependencies;
  const polls = openPlaces(limits.eventPolls);
  return async ({ key, query: { limit, after, from, wait }, address, signal }) => {
    const { organizationId } = key;
    const prefix = feedOf(organizationId);
    const endMs = clock() + wait * 1_000;
    let state = await projections.state({ signal });
    const place = after === undefined ? startOf(from, projections) : placeOf(after);
    const look = (): readonly KeyedRow<FeedRow>[] =>
      state.list(feed, { prefix, after: `${prefix}${place}`, limit: limit + 1 });
    let found = look();
    const leave = found.length === 0 && wait > 0 ? polls.take({ ...key, address }) : undefined;
    try {
      while (found.length === 0 && clock() < endMs) {
        await pause(limits.eventPollMs, undefined, { signal });
        state = await projections.state({ signal });
        found = look();
      }
    } finally {
      leave?.();
    }
    const page = found.slice(0, limit);
    const envelopes = await Promise.all(
      page.map(({ row }) => envelopeOf(row, state, dependencies, signal)),
    );
    const last = page.at(-1)?.key.slice(prefix.length) ?? place;
    return {
      status: 200,
      body: {
        events: envelopes.filter(envelope => envelope !== undefined),
        next_cursor: Buffer.from(last).toString('base64url'),
        has_more: found.length > limit,
      },
    };
  };
}

/** Behind everything that was recorded before the instant. */
const startOf = (fromMs: number | undefined, { positionAt }: WebhookReads['projections']): string =>
  feedPlace(fromMs === undefined ? 0 : Math.max(0, positionAt(fromMs - 1)));

function placeOf(cursor: string): string {
  const place = Buffer.from(cursor, 'base64url').toString();
  if (cursorPattern.test(place)) return place;
  throw invalidRequest('invalid after: expected next_cursor of the page before', [
    { field: 'after', message: 'expected next_cursor of the page before' },
  ]);
}
