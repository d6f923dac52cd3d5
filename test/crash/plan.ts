import { type Random, wholeBelow } from '../../services/cli/demo/random.ts';
import { type CrashPoint, type Death, type Stage, stages } from './point.ts';

/** Kills so far, by stage. */
export type Kills = Record<Stage, number>;

export const noKills = (): Kills => ({
  append: 0,
  note: 0,
  publish: 0,
  insert: 0,
  commit: 0,
  evaluate: 0,
  score: 0,
  projection: 0,
  recovery: 0,
});

/** Calls of a stage among which one is chosen. A recovery has a few dozen. */
const callsMax: Kills = {
  append: 40,
  note: 2,
  publish: 2,
  insert: 24,
  commit: 2,
  evaluate: 2,
  score: 2,
  projection: 3,
  recovery: 45,
};

/** Stages whose victims leave a batch to be repeated. */
const leaveWork = new Set<Stage | undefined>(['publish', 'insert', 'recovery']);

/** The next point: a stage that was met least, at a place and a moment by chance. */
export function nextPoint(
  kills: Kills,
  last: Death | undefined,
  spansPerCycle: number,
  random: Random,
): CrashPoint {
  const possible = stages.filter(stage => stage !== 'recovery' || leaveWork.has(last?.stage));
  const fewest = Math.min(...possible.map(stage => kills[stage]));
  const rarest = possible.filter(stage => kills[stage] === fewest);
  const stage = rarest.includes('recovery')
    ? 'recovery'
    : (rarest[wholeBelow(rarest.length, random)] ?? 'insert');
  const spread = 0.5 + random();
  return {
    stage,
    moment: momentOf(random()),
    spansBefore: stage === 'recovery' ? 0 : Math.round(spansPerCycle * spread),
    callsBefore: wholeBelow(callsMax[stage], random),
    share: random(),
  };
}

function momentOf(chance: number): CrashPoint['moment'] {
  if (chance < 0.6) return 'during';
  return chance < 0.8 ? 'before' : 'after';
}
