import type { RootCauses } from '../../../../schemas/root-causes/routes.ts';
import type { Episode } from './episode.ts';

/** Something that was unlike before in a service, and what explains it. */
export type Incident = {
  readonly service: string;
  readonly episode: Episode;
  /** It had not ended when the time that was looked at did. */
  readonly isGoingOn: boolean;
  readonly found: RootCauses;
  /** Services that were hit within the same minutes, with the same cause. */
  readonly alsoHit: readonly string[];
  /** Services that call the same database, queue or host much more than before. */
  readonly neighbours: readonly Neighbour[];
};

export type Neighbour = {
  readonly service: string;
  readonly target: string;
  readonly perMinute: number;
  readonly perMinuteBefore: number;
};

/** The traces that an answer names. */
export const tracesOf = ({ found }: Incident, max: number): string[] => {
  const places = [...found.causes, ...found.failures, ...found.slowness];
  return [...new Set(places.flatMap(({ trace_ids: ids }) => ids))].slice(0, max);
};

/** Two services that were hit at once by one thing: what is found in both is the same. */
export function isSameCause(left: RootCauses, right: RootCauses): boolean {
  const placesOf = ({ causes, failures }: RootCauses): string[] => [
    ...causes
      .filter(({ kind }) => kind !== 'traffic')
      .map(({ service_name: service, subject }) => `${service} ${subject}`),
    ...failures.map(({ service_name: service, error_type: type }) => `${service} ${type}`),
  ];
  const known = new Set(placesOf(left));
  return placesOf(right).some(place => known.has(place));
}
