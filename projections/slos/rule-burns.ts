import { burnPairs, burnRange } from '../../domain/slos/burn.ts';
import { sumsOf } from '../../domain/slos/counts.ts';
import { pairBurn } from '../../domain/slos/pair-burn.ts';
import type { BurnPair } from '../../schemas/alerts/rule.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { Objective } from '../../schemas/slos/objective.ts';
import type { MeasureRecord } from '../../schemas/telemetry/window-record.ts';
import { hourStart } from '../../schemas/window.ts';
import { hasOverflow, type ReadCounts, readCounted } from './counted.ts';

export type RuleBurnsAsked = {
  readonly organizationId: OrganizationId;
  readonly objective: Objective;
  readonly pair: BurnPair;
  /** The first and the last end of windows, whole minutes in seconds since 1970. */
  readonly firstSeconds: number;
  readonly lastSeconds: number;
};

/** What a rule about a burn rate compares in the windows that end with a minute, in seconds since 1970. */
export type RuleBurns = (
  toSeconds: number,
) => Pick<MeasureRecord, 'value' | 'samples' | 'errors' | 'burns'>;

/** Reads what `GET /v1/slos/:id` counts, of what is known now, in as many windows as were asked for. */
export async function ruleBurns(
  { organizationId: organization, objective, pair, firstSeconds, lastSeconds }: RuleBurnsAsked,
  read: ReadCounts,
): Promise<RuleBurns> {
  const { fromSeconds } = burnRange(burnPairs[pair].windows[0], firstSeconds);
  // Hours of windows, and spans, are found by the hour in which they lie.
  const from = hourStart(fromSeconds);
  const range = { fromSeconds: from, minutesFromSeconds: from, toSeconds: lastSeconds };
  const question = { organization, objective, ...range };
  const isOfErrors = objective.kind === 'availability';
  const isOfSpans = !isOfErrors || (await hasOverflow(question, read));
  const within = sumsOf(await readCounted({ ...question, isOfSpans }, read));
  const { target } = objective;
  return toSeconds => {
    const { bad, ...found } = pairBurn({ pair, target, toSeconds, within });
    return { ...found, ...(isOfErrors && { errors: bad }) };
  };
}
