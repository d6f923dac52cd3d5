import type { Projection } from './projection.ts';

/** The instant up to which the event store had recorded, as of a position. */
export type EventClockRow = { readonly recordedUpToMs: number };

/** The only row; its versions map positions to instants. */
export const eventClockKey = 'clock';

/**
 * By position, the running maximum of the instants at which events were recorded. A server's clock
 * may jump back after a change of its leader, so that the instants alone are in no order.
 */
export const eventClock: Projection<EventClockRow> = {
  name: 'event-clock',
  version: 1,
  types: 'all',
  keys: () => [eventClockKey],
  project: (row, _event, _key, { recordedAtMs }) =>
    row !== undefined && recordedAtMs <= row.recordedUpToMs
      ? row
      : { recordedUpToMs: recordedAtMs },
};
