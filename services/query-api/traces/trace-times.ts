import { LRUCache } from 'lru-cache';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { limits } from '../config.ts';
import { hexOf, secondsOf } from './span-names.ts';
import type { Ended } from './span-reads.ts';
import type { TraceRow } from './trace-rows.ts';

/** When traces began and ended that were shown lately. A guess: more of a trace may have come since. */
export type TraceTimes = {
  of(organization: OrganizationId, id: string): Ended | undefined;
  remember(organization: OrganizationId, traces: readonly TraceRow[]): void;
};

/** What is forgotten costs the next reader of the trace one statement after the other, so organizations have no share of their own. */
export function openTraceTimes(): TraceTimes {
  const remembered = new LRUCache<string, Ended>({ max: limits.traceTimesRemembered });
  const keyOf = (organization: OrganizationId, id: string): string => `${organization} ${id}`;
  return {
    of: (organization, id) => remembered.get(keyOf(organization, id)),
    remember: (organization, traces) => {
      for (const { id, first, last } of traces) {
        const ended = { fromSeconds: secondsOf(first), toSeconds: secondsOf(last) };
        remembered.set(keyOf(organization, hexOf(id)), ended);
      }
    },
  };
}
