import { type Progress, readIngestWatermark } from '../../platform/consumers/progress.ts';
import { type Month, monthOf } from '../../schemas/billing/month.ts';
import { meteredConsumers } from '../../schemas/topics.ts';
import { limits } from './config.ts';
import { emptyTally, grown, type UsageUpperBounds } from './core/usage-bounds.ts';
import type { MeteringDependencies } from './dependencies.ts';
import { createReplayPass } from './parked.ts';
import { closePeriods } from './periods.ts';
import { evaluateQuotas, type SentCommandIds } from './quotas.ts';
import { hasMoved, type Positions, positionsOf, readUsageDelta } from './usage-delta.ts';

type Followed = { readonly positions: Positions; readonly watermarkMs: number };

/** What one month's looks have found so far. */
type Found = {
  tally: UsageUpperBounds;
  readonly told: SentCommandIds;
  readonly followed: Map<string, Followed>;
};

/** One look at everything that was used. A look that fails is made up for by the next. */
export type MeteringPass = (signal: AbortSignal) => Promise<void>;

export function createMeteringPass(dependencies: MeteringDependencies): MeteringPass {
  let found = nothingOf(monthOf(dependencies.clock()));
  let closedBefore: Month | undefined;
  const replayParked = createReplayPass(dependencies);
  let nextReplayMs = 0;
  return async signal => {
    const month = monthOf(dependencies.clock());
    if (month !== found.tally.month) found = nothingOf(month);
    const watermarkMs = await follow(found, dependencies, signal);
    found.tally = await evaluateQuotas(found.tally, found.told, dependencies, signal);
    const nowMs = dependencies.clock();
    if (nowMs >= nextReplayMs)
      nextReplayMs = (await replayParked(signal)) ? 0 : nowMs + limits.parked.lookEveryMs;
    // Everything received before this month is in the warehouse by now.
    const open = monthOf(watermarkMs - limits.lateMsMax);
    if (closedBefore !== undefined && closedBefore >= open) return;
    await closePeriods(open, dependencies, signal);
    closedBefore = open;
  };
}

const nothingOf = (month: Month): Found => ({
  tally: emptyTally(month),
  told: new Set(),
  followed: new Map(),
});

/** Adds what came since the last look; gives the instant before which everything accepted was seen. */
async function follow(
  found: Found,
  dependencies: MeteringDependencies,
  signal: AbortSignal,
): Promise<number> {
  let watermarkMs = dependencies.clock();
  for (const consumer of meteredConsumers) {
    const progress = await readIngestWatermark({ ...dependencies, ...consumer });
    watermarkMs = Math.min(watermarkMs, progress.watermarkMs);
    await followTopic(found, { topic: consumer.topic, progress }, dependencies, signal);
  }
  return watermarkMs;
}

async function followTopic(
  found: Found,
  { topic, progress }: { readonly topic: string; readonly progress: Progress },
  { warehouse, owns }: MeteringDependencies,
  signal: AbortSignal,
): Promise<void> {
  const { positions: before, watermarkMs } = found.followed.get(topic) ?? unseen;
  const now = positionsOf(progress.lags);
  if (hasMoved(before, now)) {
    const { month } = found.tally;
    const sinceMs = watermarkMs - limits.lateMsMax;
    const query = { topic, month, before, now, sinceMs };
    const growth = await readUsageDelta(query, { warehouse, signal });
    found.tally = grown(
      found.tally,
      growth.filter(({ organizationId }) => owns(organizationId)),
    );
  }
  found.followed.set(topic, { positions: now, watermarkMs: progress.watermarkMs });
}

const unseen: Followed = { positions: new Map(), watermarkMs: 0 };
