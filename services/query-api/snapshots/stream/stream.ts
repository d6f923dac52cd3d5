import { setTimeout as wait } from 'node:timers/promises';
import { Unavailable } from '../../../../platform/errors.ts';
import type { Handler } from '../../../../platform/http/handler.ts';
import { eventStream, eventText } from '../../../../platform/http/responses/event-stream.ts';
import { openPlaces } from '../../../../platform/shares/places.ts';
import {
  breakpointChanges,
  killSwitchChangesOf,
} from '../../../../projections/snapshots/breakpoint-changes.ts';
import { breakpointsOf } from '../../../../projections/snapshots/service-breakpoints.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import { assertOwnService } from '../../services/own-service.ts';
import type { QueryShared } from '../../shared.ts';
import { watchKey } from '../../traces/tail/key-watch.ts';
import { activeOf, isKilled } from '../active-breakpoints.ts';
import { snapshotReadLimits } from '../config.ts';
import { eventsBetween, initEvent, type Watched } from './breakpoint-events.ts';

export type StreamDependencies = Pick<QueryShared, 'projections' | 'clock' | 'log' | 'stopping'> & {
  readonly heartbeatMs?: number;
};

/**
 * GET /sdk/snapshots/stream/:service: all of the state first, then what changes, from whichever process decides it. A client that
 * comes back gets all of it again. A key that is revoked ends it within a second.
 */
export function streamBreakpoints(dependencies: StreamDependencies): Handler<'streamBreakpoints'> {
  const places = openPlaces(snapshotReadLimits.streams);
  const { log, stopping } = dependencies;
  return async ({ key, params: { service }, checkKey, signal: asking }) => {
    assertOwnService(key, service);
    const leave = places.take(key);
    try {
      const followed = follow(key.organizationId, service, dependencies);
      const first = await followed.now(asking);
      const produce = (gone: AbortSignal) => {
        const refused = watchKey(checkKey, { gone, log });
        return events(first, followed, AbortSignal.any([gone, stopping, refused]));
      };
      const headers = { 'X-Accel-Buffering': 'no' };
      return { status: 200, headers, body: eventStream(produce, leave) };
    } catch (error) {
      leave();
      throw error;
    }
  };
}

type Followed = {
  /** The state with everything acknowledged. */
  readonly now: (signal: AbortSignal) => Promise<Watched>;
  /** Grows with each change that this process knows. */
  readonly position: () => number;
  readonly heartbeatMs: number;
};

function follow(
  organizationId: OrganizationId,
  service: string,
  { projections, clock, heartbeatMs = snapshotReadLimits.heartbeatMs }: StreamDependencies,
): Followed {
  const keys = [breakpointsOf(organizationId, service), killSwitchChangesOf(organizationId)];
  const positionOf = (key: string) => projections.get(breakpointChanges, key)?.position ?? -1;
  return {
    heartbeatMs,
    position: () => Math.max(...keys.map(positionOf)),
    now: async signal => {
      const state = await projections.state({ signal });
      const breakpoints = activeOf(organizationId, service, state, clock());
      return { breakpoints, isKilled: isKilled(organizationId, state) };
    },
  };
}

/** With each heartbeat the state is read too, as breakpoints end by time alone. */
async function* events(
  first: Watched,
  followed: Followed,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let told = first;
  let toldAt = -1;
  yield initEvent(first);
  for (let beatAtMs = performance.now() + followed.heartbeatMs; !signal.aborted; ) {
    const isBeat = performance.now() >= beatAtMs;
    const position = followed.position();
    if (isBeat || position !== toldAt) {
      const next = await unlessAway(followed.now(signal), signal);
      if (next !== undefined) {
        yield* eventsBetween(told, next);
        [told, toldAt] = [next, position];
      }
    }
    if (isBeat) {
      yield eventText({ event: 'heartbeat', data: { timestamp: new Date().toISOString() } });
      beatAtMs = performance.now() + followed.heartbeatMs;
    }
    await wait(snapshotReadLimits.streamPollMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Undefined while the event store is away: the next look finds what happened. */
async function unlessAway(
  state: Promise<Watched>,
  signal: AbortSignal,
): Promise<Watched | undefined> {
  try {
    return await state;
  } catch (error) {
    if (error instanceof Unavailable || signal.aborted) return undefined;
    throw error;
  }
}
