import type { Handler } from '../../../../platform/http/handler.ts';
import { eventStream } from '../../../../platform/http/responses/event-stream.ts';
import { openAnswers } from '../../../../platform/http/responses/pending-responses.ts';
import { openPlaces } from '../../../../platform/shares/places.ts';
import {
  breakpointChanges,
  killSwitchChangesOf,
} from '../../../../projections/snapshots/breakpoint-changes.ts';
import { breakpointsOf } from '../../../../projections/snapshots/service-breakpoints.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import { turnOf } from '../../bounds/in-turns.ts';
import { assertOwnService } from '../../services/own-service.ts';
import type { QueryShared } from '../../shared.ts';
import { watchKey } from '../../traces/tail/key-watch.ts';
import { activeOf, isKilled } from '../active-breakpoints.ts';
import { snapshotReadLimits } from '../config.ts';
import { type Encoded, encoded } from './breakpoint-events.ts';
import type { Feed, FeedOptions, Reader } from './feed.ts';
import { openFeeds } from './feeds.ts';

export type StreamDependencies = Pick<QueryShared, 'projections' | 'clock' | 'log' | 'stopping'> & {
  readonly heartbeatMs?: number;
};

/**
 * GET /sdk/snapshots/stream/:service: all of the state first, then what changes, from whichever process decides it. A client that
 * comes back gets all of it again, and so does one that was too slow. A key that is revoked ends it within a second.
 */
export function streamBreakpoints(dependencies: StreamDependencies): Handler<'streamBreakpoints'> {
  const places = openPlaces(snapshotReadLimits.streams);
  const sending = openSending();
  const feeds = openFeeds(feedOptions(dependencies));
  const { log, stopping } = dependencies;
  return async ({ key, params: { service }, checkKey }) => {
    assertOwnService(key, service);
    const leave = places.take(key);
    const { feed, giveBack } = feeds.take(key.organizationId, service);
    let release = giveBack;
    try {
      const { init, reader } = await feed.join();
      release = () => {
        feed.leave(reader);
        giveBack();
      };
      const sent = sending.take(key.organizationId, init);
      const produce = (gone: AbortSignal) => {
        const refused = watchKey(checkKey, { gone, log });
        const signal = AbortSignal.any([gone, stopping, refused]);
        return texts({ feed, init, reader, sent }, signal);
      };
      const ended = (): void => {
        sent();
        release();
        leave();
      };
      const headers = { 'X-Accel-Buffering': 'no' };
      return { status: 200, headers, body: eventStream(produce, ended) };
    } catch (error) {
      release();
      leave();
      throw error;
    }
  };
}

type Streamed = {
  readonly feed: Feed;
  readonly init: Buffer;
  readonly reader: Reader;
  /** Called when all of `init` was taken. */
  readonly sent: () => void;
};

/** No further text before the client has taken the last one; the end when it has missed more than is kept. */
async function* texts(
  { feed, init, reader, sent }: Streamed,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const { streamPieceBytes } = snapshotReadLimits;
  for (let start = 0; start < init.length && !signal.aborted; start += streamPieceBytes)
    yield init.subarray(start, start + streamPieceBytes);
  sent();
  while (!signal.aborted) {
    const text = feed.read(reader);
    if (text === 'gone') return;
    if (text === 'none') await feed.changed(signal);
    else yield text;
  }
}

/** Counts the texts of `init` that clients are taking; streams that share one count it once. */
function openSending() {
  const answers = openAnswers(snapshotReadLimits.initTexts);
  const held = new Map<Buffer, { readonly giveBack: () => void; streams: number }>();
  return {
    take: (organizationId: OrganizationId, init: Buffer): (() => void) => {
      const present = held.get(init) ?? {
        giveBack: answers.take(organizationId, init.length),
        streams: 0,
      };
      held.set(init, present);
      present.streams++;
      let isTaken = true;
      return () => {
        if (isTaken && --present.streams === 0) {
          present.giveBack();
          held.delete(init);
        }
        isTaken = false;
      };
    },
  };
}

const feedOptions =
  ({
    projections,
    clock,
    stopping,
    heartbeatMs = snapshotReadLimits.heartbeatMs,
  }: StreamDependencies) =>
  (organizationId: OrganizationId, service: string, ending: AbortSignal): FeedOptions => {
    const signal = AbortSignal.any([ending, stopping]);
    const keys = [breakpointsOf(organizationId, service), killSwitchChangesOf(organizationId)];
    const positionOf = (key: string) => projections.get(breakpointChanges, key)?.position ?? -1;
    return {
      heartbeatMs,
      signal,
      position: () => Math.max(...keys.map(positionOf)),
      now: async () => {
        const state = await projections.state({ signal });
        const turn = turnOf(organizationId, signal);
        const breakpoints: Encoded[] = [];
        for await (const body of activeOf(organizationId, service, state, clock(), turn))
          breakpoints.push(encoded(body));
        return { breakpoints, isKilled: isKilled(organizationId, state) };
      },
    };
  };
