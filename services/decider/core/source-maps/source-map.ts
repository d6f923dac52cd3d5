import type { EventOf } from '../../../../schemas/events/event.ts';
import type { SourceMapEvent } from '../../../../schemas/source-maps/events.ts';
import type { OfSourceMap, SourceMap } from '../../../../schemas/source-maps/source-map.ts';
import { aggregate } from '../aggregate.ts';

export type SourceMapState = {
  readonly kind: 'source-map';
  readonly of: OfSourceMap;
  /** Undefined: it was deleted. */
  readonly map?: SourceMap;
};

/** A build may upload its map any number of times: each event carries the state. */
export const sourceMaps = aggregate<SourceMapState, SourceMapEvent['type']>({
  kind: 'source-map',
  reads: 'carried',
  version: 1,
  events: { SourceMapUploaded: true, SourceMapDeleted: true },
  evolve: evolveSourceMap,
});

function evolveSourceMap(
  _: SourceMapState | undefined,
  event: EventOf<SourceMapEvent['type']>,
): SourceMapState {
  const { sourceMapId, organizationId, ...rest } = event.data;
  const of = { sourceMapId, organizationId };
  if (event.type === 'SourceMapDeleted') return { kind: 'source-map', of };
  const { replaces: _before, ...map } = rest as EventOf<'SourceMapUploaded'>['data'];
  return { kind: 'source-map', of, map };
}
