import type { Warehouse } from '../../platform/warehouse/port.ts';
import { dayMs } from '../../schemas/durations.ts';
import type { WindowDelta } from '../../schemas/telemetry/window-record.ts';
import { bucketOf } from '../../schemas/window.ts';
import { organization, randomFrom, startMs } from './evaluator-history.ts';
import { Killed, live, openEvaluatorWorld, type World } from './evaluator-world.ts';
import type { NaiveRecord } from './naive-log.ts';
import { blockOf, openScoreTable, type ScoreTable } from './score-table.ts';

type Random = () => number;

const one = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

/** What a service does for some minutes. */
type Level = { readonly n: number; readonly latencyMs: number; readonly errors: number };

const usual: Level = { n: 30, latencyMs: 40, errors: 0 };
const others: readonly Level[] = [
  { ...usual, latencyMs: 400 },
  { ...usual, latencyMs: 70 },
  { ...usual, n: 120 },
  { ...usual, n: 4 },
  { ...usual, n: 0 },
  { ...usual, errors: 12 },
  { n: 90, latencyMs: 900, errors: 40 },
];

/** An hour or two of two services: long enough for a band, with stretches at other levels. */
function levelsOf(random: Random): Level[] {
  const stretch = (level: Level, minutes: number): Level[] => Array(minutes).fill(level);
  const parts = Array.from({ length: 2 + Math.floor(random() * 4) }, () => [
    ...stretch(one(random, others), 1 + Math.floor(random() * 18)),
    ...stretch(usual, 1 + Math.floor(random() * 12)),
  ]);
  return [...stretch(usual, 32), ...parts.flat()];
}

const services = ['checkout', 'cart'];
const stepMs = 20_000;

/** A partition's log: spans that come at once, late or again, ticks that are missing, outages. */
export function scoredLog(random: Random): NaiveRecord[] {
  const levels = services.map(() => levelsOf(random));
  const isMarked = random() < 0.6;
  const skewMs = one(random, [-50_000, 0, 1_000]);
  const steps = 3 * Math.max(...levels.map(each => each.length));
  const post = openPost(random);
  // One source may be heard of late, and the time is not known before that.
  const heardFrom = one(random, [0, 0, 40]);
  let outageSteps = 0;
  return Array.from({ length: steps }).flatMap((_, step): NaiveRecord[] => {
    const nowMs = startMs + step * stepMs + Math.floor(random() * 2_000);
    if (isMarked && random() < 0.01) outageSteps = 4 + Math.floor(random() * 12);
    const isOut = outageSteps-- > 1;
    const come = levels.flatMap((each, index) =>
      windowsOf(random, each[Math.floor(step / 3)] ?? usual, services[index] ?? '', nowMs),
    );
    const mark: NaiveRecord = { kind: 'receiving', receivingAtMs: nowMs + skewMs };
    return [
      ...(isMarked && !isOut ? [mark] : []),
      ...deltaOf(random, post(come, isOut), step),
      ...(random() < 0.7 ? [tickOf(random, nowMs, step >= heardFrom)] : []),
    ];
  });
}

/** Gives what arrives: some of what is sent, and some of what was late. */
function openPost(random: Random) {
  const late: WindowDelta[][] = [];
  return (sent: readonly WindowDelta[], isOut: boolean): readonly WindowDelta[] => {
    const atOnce = isOut ? [] : sent.filter(() => random() > 0.1);
    late.push(sent.filter(window => !atOnce.includes(window)));
    const isQuiet = isOut || random() < 0.7;
    const lately = isQuiet ? [] : late.splice(0, 1 + Math.floor(random() * 9));
    return [...atOnce, ...lately.flat()];
  };
}

/** A third of what a service does in a minute. */
function windowsOf(random: Random, level: Level, service: string, nowMs: number): WindowDelta[] {
  const n = Math.ceil((level.n * (0.8 + 0.4 * random())) / 3);
  if (level.n === 0 || n === 0) return [];
  const bucket = bucketOf(level.latencyMs * (0.9 + 0.2 * random()) * 1e6);
  const time = Math.floor((nowMs - random() * 15_000) / 10_000) * 10;
  return [
    {
      organization,
      service,
      operation: 'GET /',
      entry: random() < 0.97,
      time,
      n,
      errors: Math.min(n, Math.round(level.errors / 3)),
      buckets: [bucket],
      counts: [n],
      exemplars: [],
    },
  ];
}

/** The parts of a delta; a processor that died between them, or after them, published them all again. */
function deltaOf(random: Random, windows: readonly WindowDelta[], at: number): NaiveRecord[] {
  const parts = 1 + Math.floor(random() * 2);
  const whole = Array.from({ length: parts }, (_, part): NaiveRecord => {
    const some = windows.filter((__, index) => index % parts === part);
    return { kind: 'delta', source: 0, first: at, last: at, part, parts, windows: some };
  });
  const isRepeated = random() < 0.1;
  return [...(isRepeated ? whole.slice(0, 1 + Math.floor(random() * parts)) : []), ...whole];
}

function tickOf(random: Random, nowMs: number, isHeard: boolean): NaiveRecord {
  const ticks = [0, 1]
    .filter(source => random() < 0.9 && (source === 0 || isHeard))
    .map(source => ({ source, receivedUpToMs: nowMs - Math.floor(random() * 3) * 700 }));
  return { kind: 'tick', sources: 2, ticks };
}

/** Runs the log to its end, through deaths of processes, other machines that go on, and losses of disks. */
export async function scoreHistory(seed: number) {
  const random = randomFrom(seed);
  const records = scoredLog(random);
  const world = openEvaluatorWorld(records);
  const table = openScoreTable();
  const underWay: (() => void)[] = [];
  const deaths = Math.floor(random() * 14);
  for (let lives = 0; ; lives++) {
    const killAt = lives < deaths ? Math.floor(random() * 70) : Number.POSITIVE_INFINITY;
    const isOver = await liveUntil(killAt, { random, world, table, underWay });
    if (isOver) {
      for (const land of underWay) land();
      return { world, table, records, lives };
    }
    if (random() < 0.2) world.loseDisk();
    if (random() < 0.4) world.moveTo(Math.floor(random() * 3));
  }
}

type Living = {
  readonly random: Random;
  readonly world: World;
  readonly table: ScoreTable;
  /** Inserts of dead processes that have not come. */
  readonly underWay: (() => void)[];
};

/** One process, which dies before the step with this number; gives whether it came to the end of the log. */
async function liveUntil(killAt: number, living: Living): Promise<boolean> {
  const { random, world, table, underWay } = living;
  const clockMs = startMs + Math.floor((random() - 0.5) * dayMs);
  const most = one(random, [4, 40, 200]);
  let count = 0;
  const step = (): void => {
    if (count++ === killAt) throw new Killed();
  };
  const insertColumns: Warehouse['insertColumns'] = async (...insert) => {
    const block = blockOf(...insert);
    const land = (): void => table.take(block);
    step();
    if (count === killAt) underWay.push(land);
    step();
    if (random() < 0.3) underWay.shift()?.();
    land();
    step();
  };
  try {
    await live(world, {
      clock: () => clockMs,
      step,
      onQuiet: async () => false,
      batch: () => 1 + Math.floor(random() * most),
      warehouse: { insertColumns, query: async () => [] },
    });
    return true;
  } catch (error) {
    if (error instanceof Killed) return false;
    throw error;
  }
}
