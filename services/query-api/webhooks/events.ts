import type { Handler } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import { openPlaces } from '../../../platform/shares/places.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { envelopeOf } from '../../../projections/webhooks/envelope.ts';
import { feed, feedOf, feedPlace } from '../../../projections/webhooks/feed.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { inLane, turnOf } from '../bounds/in-turns.ts';
import { keyedRowsOf } from '../bounds/rows.ts';
import { bodyOf, writeItems } from '../bounds/written.ts';
import { limits } from '../config.ts';
import type { QueryShared } from '../shared.ts';
import { awaitState } from '../waiting.ts';
import type { WebhookReads } from './webhooks.ts';

type Feeding = WebhookReads & Pick<QueryShared, 'keyring' | 'clock' | 'publicUrl'>;

const cursorPattern = /^\d{16}$/u;

/** GET /v1/events: after a cursor, which names a place among the events and stays valid. */
export function listEvents(dependencies: Feeding): Handler<'listEvents'> {
  const { projections, clock } = dependencies;
  const polls = openPlaces(limits.eventPolls);
  return async ({ key, query: { limit, after, from, wait }, address, signal }) => {
    const { organizationId } = key;
    const prefix = feedOf(organizationId);
    const endMs = clock() + wait * 1_000;
    const begin = await projections.state({ signal });
    const place = after === undefined ? startOf(from, projections) : placeOf(after);
    const places = { prefix, after: `${prefix}${place}` };
    const isThere = ({ list }: DomainState): boolean =>
      list(feed, { ...places, limit: 1 }).length > 0;
    const enter = () => polls.take({ ...key, address });
    const state = await awaitState(begin, isThere, { ...dependencies, endMs, enter, signal });
    const turn = turnOf(organizationId, signal);
    const found = keyedRowsOf(state, feed, { ...places, max: limit + 1 }, turn);
    const options = { turn, limit, bytesMax: limits.listBytesMax };
    const { last, isCut, ...events } = await inLane(organizationId, signal, () =>
      writeItems(found, ({ row }) => envelopeOf(row, state, dependencies, signal), options),
    );
    const end = last?.key.slice(prefix.length) ?? place;
    const next_cursor = Buffer.from(end).toString('base64url');
    return {
      status: 200,
      body: bodyOf<ResponseOf<'listEvents'>>({ events, next_cursor, has_more: isCut }),
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
