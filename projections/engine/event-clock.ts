import type { Projection } from './projection.ts';

export type EventClockRow = {
  /** The instant up to which the event store had recorded, as of a position. */
  readonly recordedUpToMs: number;
  /** The event's own instant, which responses show: that of its command, before it was recorded. */
  readonly ownMs: number;
};

/** The only row; its versions map positions to instants. */
export const eventClockKey = 'clock';

/**
 * By position, the running maximum of the instants at which events were recorded. A server's clock
 * may jump back after a change of its leader, so that the instants alone are in no order.
 */
export const eventClock: Projection<EventClockRow> = {
  name: 'event-clock',
  version: 2,
  types: 'all',
  keys: () => [eventClockKey],
  project: (row, { atMs: ownMs }, _key, { recordedAtMs }) => {
    const recordedUpToMs = Math.max(recordedAtMs, row?.recordedUpToMs ?? recordedAtMs);
    const isSame = row?.recordedUpToMs === recordedUpToMs && row.ownMs === ownMs;
    return isSame ? row : { recordedUpToMs, ownMs };
  },
};
