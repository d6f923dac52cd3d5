import type { OrganizationId } from '../../schemas/ids.ts';
import type { AnomaliesRecord } from '../../schemas/telemetry/window-record.ts';
import type { OpenAnomaly } from './rule-score.ts';

/** Which events about anomalies are known at a place of the log: what its records said so far. */
export type KnownAnomalies = {
  /** Records before it were not read. */
  readonly from: number;
  /** The highest position that was said; -1: none, or there was no event. */
  position: number;
  /** Nothing that was said before `from` can be higher. */
  isSure: boolean;
  /** The evaluator's time at the last of these records; 0: none came yet. */
  saidMs: number;
};

export const createKnownAnomalies = (from: number): KnownAnomalies => ({
  from,
  position: -1,
  isSure: false,
  saidMs: 0,
});

/**
 * Whether other events are known from here on. Its sender knew what was said before `after`; what was said since then
 * was read here as well, if records from there on were read.
 */
export function takeAnomalies(
  known: KnownAnomalies,
  { position, after }: AnomaliesRecord,
  timeMs: number,
): boolean {
  const before = known.isSure ? known.position : undefined;
  known.position = Math.max(known.position, position);
  known.isSure ||= after >= known.from;
  known.saidMs = timeMs;
  return known.isSure && known.position !== before;
}

/** The anomalies of an organization that were open when a position of the event store was applied. */
export type OpenAnomaliesAt = (
  organizationId: OrganizationId,
  position: number,
) => readonly OpenAnomaly[];

/** The open anomalies of an organization as they are known; undefined: that is not recorded. */
export type OpenAnomalies = (organizationId: OrganizationId) => readonly OpenAnomaly[] | undefined;

/** Those of an organization are read once for each position. */
export function openAnomaliesKnown(known: KnownAnomalies, openAt: OpenAnomaliesAt): OpenAnomalies {
  const read = new Map<OrganizationId, readonly OpenAnomaly[]>();
  let readAt: number | undefined;
  return organizationId => {
    const { position, isSure } = known;
    if (!isSure) return undefined;
    if (readAt !== position) read.clear();
    readAt = position;
    const open = read.get(organizationId) ?? openAt(organizationId, position);
    read.set(organizationId, open);
    return open;
  };
}
