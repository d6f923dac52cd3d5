import type { ReleaseRow } from '../../../projections/releases/releases.ts';
import { releaseLimits } from './config.ts';

/** Collects the services and environments of releases, for the filters of a list. */
export function openNames() {
  const [services, environments] = [new Set<string>(), new Set<string>()];
  const add = (into: Set<string>, name: string): void => {
    if (into.size < releaseLimits.namesMax) into.add(name);
  };
  return {
    add: ({ release, deploys }: ReleaseRow): void => {
      for (const service of release.services) add(services, service);
      for (const { environment } of deploys) add(environments, environment);
    },
    sorted: () => ({ environments: [...environments].sort(), services: [...services].sort() }),
  };
}
