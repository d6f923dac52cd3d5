import { sendCommand } from '../../platform/commands/send.ts';
import { type AlertRuleId, alertRuleStream } from '../../schemas/alerts/ids.ts';
import type {
  AlertCondition,
  AlertRule,
  Metric,
  NoData,
  Operator,
} from '../../schemas/alerts/rule.ts';
import type { CommandPayload } from '../../schemas/commands/command.ts';
import { commandId, organizationId } from '../../schemas/ids.ts';
import type { WindowDelta } from '../../schemas/telemetry/window-record.ts';
import { uuidV5 } from '../../schemas/uuid.ts';
import { bucketOf } from '../../schemas/window.ts';
import { ruleWith } from './alerts.ts';
import { noAnomalyLife, type OpenAnomalyLife } from './anomaly-history.ts';
import { Killed, live, openEvaluatorWorld, type World } from './evaluator-world.ts';
import type { NaiveRecord } from './naive-log.ts';
import { one } from './one-of.ts';

export const organization = organizationId('0b5c9a34-6c1e-4f0d-9f2e-6a54f3f2a001');
export const ruleIds = ['a', 'b', 'c'].map(name => uuidV5(organization, name) as AlertRuleId);
export const startMs = 1_800_000_000_000;

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A partition's log: batches of two sources in parts, published again at times, spans that come late, ticks that are missing. */
function logOf(random: () => number): NaiveRecord[] {
  const next = [0, 0];
  // Those who receive have another clock, and in some logs they say nothing.
  const isMarked = random() < 0.5;
  const skewMs = one(random, [-50_000, -1_000, 0, 1_000, 50_000]);
  let nowMs = startMs + Math.floor(random() * 10_000);
  return Array.from({ length: 20 + Math.floor(random() * 60) }).flatMap(() => {
    nowMs += one(random, [300, 1_000, 1_000, 4_000, 11_000, 35_000]);
    return [
      ...(isMarked && random() < 0.8 ? [markAt(nowMs + skewMs)] : []),
      ...(random() < 0.5 ? deltaOf(random, nowMs, next) : []),
      ...(random() < 0.7 ? tickOf(random, nowMs) : []),
    ];
  });
}

const markAt = (receivingAtMs: number): NaiveRecord => ({ kind: 'receiving', receivingAtMs });

/** The parts of a delta; a processor that died between them, or after them, published them all again. */
function deltaOf(random: () => number, nowMs: number, next: number[]): NaiveRecord[] {
  const source = random() < 0.5 ? 0 : 1;
  const first = next[source] as number;
  const last = first + Math.floor(random() * 3);
  next[source] = last + 1;
  const windows = Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
    windowOf(random, nowMs),
  );
  const parts = 1 + Math.floor(random() * 2);
  const whole = Array.from({ length: parts }, (_, part): NaiveRecord => {
    const some = windows.filter((__, index) => index % parts === part);
    return { kind: 'delta', source, first, last, part, parts, windows: some };
  });
  const isRepeated = random() < 0.2;
  return [...(isRepeated ? whole.slice(0, 1 + Math.floor(random() * parts)) : []), ...whole];
}

function tickOf(random: () => number, nowMs: number): NaiveRecord[] {
  const ticks = [0, 1]
    .filter(() => random() < 0.9)
    .map(source => ({ source, receivedUpToMs: nowMs - Math.floor(random() * 3) * 700 }));
  return ticks.length > 0 ? [{ kind: 'tick', sources: 2, ticks }] : [];
}

function windowOf(random: () => number, nowMs: number): WindowDelta {
  const ageMs = one(random, [0, 2_000, 6_000, 15_000, 40_000, 90_000]);
  const n = 1 + Math.floor(random() * 4);
  const durations = Array.from({ length: n }, () => one(random, [20, 90, 300, 700, 1_500, 4_000]));
  const byBucket = new Map<number, number>();
  for (const ms of durations) {
    const bucket = bucketOf(ms * 1e6);
    byBucket.set(bucket, (byBucket.get(bucket) ?? 0) + 1);
  }
  const buckets = [...byBucket.keys()].sort((left, right) => left - right);
  return {
    organization,
    service: random() < 0.8 ? 'checkout' : 'cart',
    operation: one(random, ['GET /', 'POST /']),
    entry: random() < 0.9,
    time: Math.floor((nowMs - ageMs) / 10_000) * 10,
    n,
    errors: random() < 0.4 ? Math.floor(random() * (n + 1)) : 0,
    buckets,
    counts: buckets.map(bucket => byBucket.get(bucket) ?? 0),
    exemplars: [],
  };
}

const thresholds: Readonly<Partial<Record<Metric, readonly number[]>>> = {
  error_rate: [5, 30],
  request_count: [3, 8],
  req_per_min: [3, 8],
  // No score can be these: the model rounds in another order.
  health_score: [60.3217, 89.7113],
};

/** Half of the rules when some are about OTLP metrics or burn rates. */
function measuredRuleOf(random: () => number): AlertRule {
  const rule = ruleOf(random);
  if (random() < 0.5) return rule;
  if (random() < 0.4) return burnRuleOf(random, rule);
  const aggregation = one(random, ['avg', 'count', 'sum', 'p95'] as const);
  const measuring = { aggregation, filter: {} };
  return { ...rule, metric: 'otlp:queue.depth', measuring, threshold: one(random, [3, 8]) };
}

function burnRuleOf(random: () => number, rule: AlertRule): AlertRule {
  const pair = one(random, ['fast', 'slow'] as const);
  const metric = `slo_burn_${pair}:2b1c7a64-5a0e-5b57-9c1d-7a0b6de9f4c2` as const;
  const windowMinutes = pair === 'fast' ? 60 : 360;
  return { ...rule, metric, windowMinutes, operator: one(random, ['>', '>=']), threshold: 3 };
}

function conditionOf(random: () => number): Omit<AlertCondition, 'windowMinutes'> {
  const metric = one(random, [
    'error_rate',
    'latency',
    'latency_avg',
    'latency_p50',
    'latency_p99',
    'request_count',
    'req_per_min',
    'health_score',
  ] as const);
  return {
    metric,
    operator: one(random, ['>', '<', '>=', '<=', '=='] as readonly Operator[]),
    threshold: one(random, thresholds[metric] ?? [100, 600]),
  };
}

/** The same rule with more conditions, which often hold. */
function withConditions(random: () => number, rule: AlertRule): AlertRule {
  const count = one(random, [1, 1, 2, 4]);
  const conditions = Array.from({ length: count }, (): AlertCondition => {
    const windowMinutes = one(random, [undefined, 1, 2, 4]);
    return { ...conditionOf(random), ...(windowMinutes !== undefined && { windowMinutes }) };
  });
  const isLower = rule.operator.startsWith('>');
  const recoveryThreshold = rule.threshold * (isLower ? 0.7 : 1.4);
  const hasOwnEnd = rule.operator !== '==' && random() < 0.4;
  return {
    ...rule,
    conditions,
    ...(random() < 0.5 && { match: 'any' }),
    ...(hasOwnEnd && { recoveryThreshold }),
  };
}

function ruleOf(random: () => number): AlertRule {
  return ruleWith({
    ...conditionOf(random),
    scope: { type: 'service', service: 'checkout' },
    windowMinutes: one(random, [1, 2]),
    cooldownMinutes: one(random, [0, 0, 1, 3]),
    forMinutes: one(random, [0, 0, 1]),
    minSamples: one(random, [1, 1, 4]),
    noData: one(random, ['ignore', 'alert', 'resolve'] as readonly NoData[]),
  });
}

type UserStep = {
  readonly offset: number;
  readonly ruleIndex: number;
  readonly do: 'create' | 'change' | 'disable' | 'enable' | 'delete';
};

/** Rules come, change and go at places of the log. */
function userSteps(random: () => number, length: number): UserStep[] {
  return ruleIds
    .flatMap((_, ruleIndex): UserStep[] => {
      const offsets = Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
        Math.floor(random() * length),
      ).sort((left, right) => left - right);
      let [isThere, isEnabled] = [false, false];
      return offsets.map(offset => {
        const step = isThere
          ? one(
              random,
              isEnabled
                ? (['change', 'disable', 'delete'] as const)
                : (['enable', 'delete'] as const),
            )
          : 'create';
        isThere = step !== 'delete';
        isEnabled = step !== 'delete' && step !== 'disable';
        return { offset, ruleIndex, do: step };
      });
    })
    .sort((left, right) => left.offset - right.offset);
}

/** A rule that was deleted does not come back. */
const lastingSteps = (steps: readonly UserStep[]): UserStep[] =>
  steps.filter(
    (step, index) =>
      !steps
        .slice(0, index)
        .some(({ ruleIndex, do: done }) => ruleIndex === step.ruleIndex && done === 'delete'),
  );

async function act(
  world: World,
  step: UserStep,
  number: number,
  { rule, atMs }: { readonly rule: AlertRule; readonly atMs: number },
): Promise<void> {
  const ruleId = ruleIds[step.ruleIndex] as (typeof ruleIds)[number];
  // A rule that was deleted does not come back under its id.
  const wish = {
    create: { type: 'CreateAlertRule', data: { organizationId: organization, ruleId, rule } },
    change: {
      type: 'ChangeAlertRule',
      data: { ruleId, changes: { recoveryThreshold: null, ...rule } },
    },
    disable: { type: 'ToggleAlertRule', data: { ruleId, enabled: false } },
    enable: { type: 'ToggleAlertRule', data: { ruleId, enabled: true } },
    delete: { type: 'DeleteAlertRule', data: { ruleId } },
  }[step.do] as CommandPayload;
  const id = commandId(uuidV5(organization, `user ${number}`));
  await sendCommand(
    wish,
    {
      id,
      organizationId: organization,
      stream: alertRuleStream(ruleId),
      atMs,
      correlationId: id,
      actor: 'key:test',
      requestHash: 'x',
    },
    {
      topicLog: {
        append: async (_, sent) => {
          for (const { value, headers } of sent) world.decide(value, headers);
          return [];
        },
      },
    },
  );
}

const anyClock = (random: () => number): number =>
  startMs + Math.floor((random() - 0.5) * 7_200_000);

/** Other records come before one that the evaluator writes. */
const lagOf = (random: () => number) => (): number => one(random, [0, 0, 1, 4]);

export type HistoryOptions = {
  readonly openAnomalies?: OpenAnomalyLife;
  /** Users also act between what an evaluator finds and what is decided, and while what was found is repeated. */
  readonly hasRaces?: boolean;
  /** Some rules are about OTLP metrics. */
  readonly hasMeasures?: boolean;
  /** Rules have several conditions. */
  readonly hasConditions?: boolean;
};

/** Runs the log to its end, through deaths of the process and losses of its disk. */
export async function history(
  seed: number,
  {
    openAnomalies = () => noAnomalyLife,
    hasRaces = false,
    hasMeasures = false,
    hasConditions = false,
  }: HistoryOptions = {},
) {
  const random = randomFrom(seed);
  const world = openEvaluatorWorld(logOf(random), [], lagOf(random));
  const anomalies = openAnomalies(world, random);
  const steps = lastingSteps(userSteps(random, world.records.length + 1));
  const ends = new Map<string, number[]>();
  let done = 0;
  let farthest = 0;
  const onQuiet = async (offset: number): Promise<boolean> => {
    const step = steps[done];
    // What a process that died had read may have been decided: users act after that, and when it is committed.
    const isBehind = !hasRaces && (offset < farthest || world.committed() < offset);
    farthest = Math.max(farthest, offset);
    if (step === undefined || step.offset > offset || isBehind) return false;
    await take(step, offset);
    return true;
  };
  const take = async (step: UserStep, offset: number): Promise<void> => {
    if (step.do === 'disable' || step.do === 'delete') {
      const id = ruleIds[step.ruleIndex] as string;
      ends.set(id, [...(ends.get(id) ?? []), offset]);
    }
    const rule = (hasMeasures ? measuredRuleOf : ruleOf)(random);
    await act(world, step, done++, {
      rule: anomalies.rule(hasConditions ? withConditions(random, rule) : rule),
      atMs: anyClock(random),
    });
  };
  const interfere = async (): Promise<void> => {
    const step = steps[done];
    if (hasRaces && step !== undefined && random() < 0.5) await take(step, world.seen());
  };
  const deadly = random() < 0.8;
  for (let lives = 0; ; lives++) {
    const killAt = deadly && lives < 12 ? Math.floor(random() * 40) : Number.POSITIVE_INFINITY;
    // Each process has a clock of its own, and so have the users.
    const clockMs = anyClock(random);
    let count = 0;
    try {
      await live(world, {
        clock: () => clockMs,
        step: () => {
          anomalies.happen();
          if (count++ === killAt) throw new Killed();
        },
        onQuiet,
        interfere,
        batch: offset => {
          const count = 1 + Math.floor(random() * 8);
          anomalies.happen();
          farthest = Math.max(farthest, Math.min(offset + count, world.records.length));
          return count;
        },
      });
      return { world, ends };
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      if (random() < 0.25) world.loseDisk();
    }
  }
}
