/** A service in one step of time. */
export type Point = {
  readonly atMs: number;
  readonly requests: number;
  readonly errors: number;
  readonly p95Ms: number;
  /** How much of the step is over: of the one that has only begun, a part. */
  readonly share?: number;
  /** It belongs to another episode, and is as if it had not been. */
  readonly isLeftOut?: boolean;
};

/** How an episode shows, the one that hurts most first. */
export const symptoms = ['errors', 'silence', 'latency', 'traffic'] as const;
export type Symptom = (typeof symptoms)[number];

/** A stretch of steps that are unlike the others. */
export type Episode = {
  readonly symptom: Symptom;
  readonly fromMs: number;
  readonly toMs: number;
  /** Logarithm of how much likelier two rates are than one (Kulldorff 1997, "A spatial scan statistic"). */
  readonly likelihood: number;
};

export type Steps = {
  readonly points: readonly Point[];
  readonly stepMs: number;
  /** Only stretches that have a part of this time. */
  readonly touching?: Times;
};

/** What nobody would feel is no episode, nor what chance makes among thousands of stretches. */
const bounds = {
  likelihoodMin: 8,
  /** Of the requests, in a stretch more than elsewhere. */
  errorShareMin: 0.01,
  slowerMin: 1.5,
  slowerMsMin: 1,
  latencyStepsMin: 2,
  trafficMin: 1.8,
  /** Requests that a silence must have been expected to have. */
  missedMin: 20,
  /** What is silent had requests before, in most steps. */
  steadyStepsMin: 3,
  steadyShareMin: 0.8,
} as const;

/**
 * For each symptom the stretch of steps that stands out most, if any does; the one that hurts most first.
 *  points  every step of a range, also those without requests
 *  cost    O(steps²)
 */
export function episodesIn(steps: Steps): Episode[] {
  const found = symptoms.flatMap(symptom => {
    const best = touchingOne(steps, likelihoods[symptom]);
    return best === undefined ? [] : [{ symptom, ...best }];
  });
  const isSilent = found.some(({ symptom }) => symptom === 'silence');
  return found.filter(({ symptom }) => !(isSilent && symptom === 'traffic'));
}

type Best = Omit<Episode, 'symptom'>;

/** Episodes outside the time that is asked about, which are left out before another one is looked for. */
const othersMax = 3;

function touchingOne(steps: Steps, likelihoodOf: Likelihood): Best | undefined {
  const { touching } = steps;
  let left = steps.points;
  for (let others = 0; others <= othersMax; others++) {
    const best = strongest({ ...steps, points: left }, likelihoodOf);
    if (best === undefined || touching === undefined || areTouching(best, touching)) return best;
    left = left.map(point =>
      point.atMs >= best.fromMs && point.atMs < best.toMs ? { ...point, isLeftOut: true } : point,
    );
  }
  return undefined;
}

type Times = { readonly fromMs: number; readonly toMs: number };

const areTouching = (left: Times, right: Times): boolean =>
  left.toMs > right.fromMs && left.fromMs < right.toMs;

/** Of a stretch of steps, and of all others. */
type Sums = {
  readonly steps: number;
  readonly requests: number;
  readonly errors: number;
  /** Steps with requests, and of the logarithms of their p95 the sum and the sum of squares. */
  readonly timed: number;
  readonly logs: number;
  readonly squares: number;
};

type Stretch = { readonly inside: Sums; readonly outside: Sums };

const nothing: Sums = { steps: 0, requests: 0, errors: 0, timed: 0, logs: 0, squares: 0 };

/** From the first step up to each. */
function sumsOf(points: readonly Point[]): readonly Sums[] {
  const sums = [nothing];
  let sum = nothing;
  for (const { requests, errors, p95Ms, share = 1, isLeftOut } of points) {
    if (isLeftOut) {
      sums.push(sum);
      continue;
    }
    const log = requests === 0 ? 0 : Math.log(Math.max(p95Ms, tiniestMs));
    sum = {
      steps: sum.steps + share,
      requests: sum.requests + requests,
      errors: sum.errors + errors,
      timed: sum.timed + (requests === 0 ? 0 : 1),
      logs: sum.logs + log,
      squares: sum.squares + log * log,
    };
    sums.push(sum);
  }
  return sums;
}

const tiniestMs = 0.001;

const less = (left: Sums, right: Sums): Sums => ({
  steps: left.steps - right.steps,
  requests: left.requests - right.requests,
  errors: left.errors - right.errors,
  timed: left.timed - right.timed,
  logs: left.logs - right.logs,
  squares: left.squares - right.squares,
});

/** The likelihood of a stretch; 0 where it is no episode of the kind. */
type Likelihood = (stretch: Stretch) => number;

function strongest(steps: Steps, likelihoodOf: Likelihood): Best | undefined {
  const sums = sumsOf(steps.points);
  const all = sums.at(-1) ?? nothing;
  let best: Best | undefined;
  let most: number = bounds.likelihoodMin;
  for (const { from, to, ...times } of stretchesOf(steps)) {
    const inside = less(sums[to] ?? nothing, sums[from] ?? nothing);
    const likelihood = likelihoodOf({ inside, outside: less(all, inside) });
    if (likelihood <= most) continue;
    most = likelihood;
    best = { ...times, likelihood };
  }
  return best;
}

/** All stretches but those that begin with the first step: it is what they are compared with. */
function* stretchesOf({ points, stepMs }: Steps) {
  const firstMs = points[0]?.atMs ?? 0;
  for (let from = 1; from < points.length; from++)
    for (let to = from + 1; to <= points.length; to++)
      yield { from, to, fromMs: firstMs + from * stepMs, toMs: firstMs + to * stepMs };
}

const likelihoods: Readonly<Record<Symptom, Likelihood>> = {
  errors: ({ inside, outside }) => {
    if (shareOf(inside) - shareOf(outside) < bounds.errorShareMin) return 0;
    if (outside.requests === 0) return 0;
    const both = binomial(inside.errors + outside.errors, inside.requests + outside.requests);
    return (
      binomial(inside.errors, inside.requests) + binomial(outside.errors, outside.requests) - both
    );
  },
  silence: ({ inside, outside }) => {
    const isSteady =
      outside.timed >= bounds.steadyStepsMin &&
      outside.timed >= outside.steps * bounds.steadyShareMin;
    if (inside.requests > 0 || !isSteady) return 0;
    const missed = (inside.steps * outside.requests) / outside.steps;
    return missed < bounds.missedMin ? 0 : rates({ inside, outside });
  },
  latency: ({ inside, outside }) => {
    if (inside.timed < bounds.latencyStepsMin || outside.timed < bounds.latencyStepsMin) return 0;
    const [slow, usual] = [inside, outside].map(({ logs, timed }) => Math.exp(logs / timed));
    if (slow === undefined || usual === undefined) return 0;
    if (slow < usual * bounds.slowerMin || slow - usual < bounds.slowerMsMin) return 0;
    return normal({ inside, outside });
  },
  traffic: ({ inside, outside }) => {
    if (inside.requests === 0 || outside.requests === 0) return 0;
    const ratio = perStep(inside) / perStep(outside);
    return ratio < bounds.trafficMin && ratio > 1 / bounds.trafficMin
      ? 0
      : rates({ inside, outside });
  },
};

const shareOf = ({ errors, requests }: Sums): number => (requests === 0 ? 0 : errors / requests);

const perStep = ({ requests, steps }: Sums): number => requests / Math.max(steps, leastSteps);

/** Of a step that has hardly begun. */
const leastSteps = 0.1;

/** Of a share of errors that explains them best. */
const binomial = (errors: number, requests: number): number =>
  term(errors, requests) + term(requests - errors, requests);

/** Two rates of arrivals against one. */
const rates = ({ inside, outside }: Stretch): number =>
  term(inside.requests, inside.steps) +
  term(outside.requests, outside.steps) -
  term(inside.requests + outside.requests, inside.steps + outside.steps);

const term = (count: number, of: number): number =>
  count === 0 ? 0 : count * Math.log(count / Math.max(of, leastSteps));

/** Two means of logarithms against one, with one variance. */
function normal({ inside, outside }: Stretch): number {
  const timed = inside.timed + outside.timed;
  const all = {
    timed,
    logs: inside.logs + outside.logs,
    squares: inside.squares + outside.squares,
  };
  const within = spread(inside) + spread(outside);
  // Steps that are all but equal would make any difference infinitely likely.
  return (
    (timed / 2) * Math.log((spread(all) + timed * leastSpread) / (within + timed * leastSpread))
  );
}

const leastSpread = 0.001;

const spread = ({ timed, logs, squares }: Pick<Sums, 'timed' | 'logs' | 'squares'>): number =>
  Math.max(0, squares - (logs * logs) / timed);

type FilledRange = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
  /** What is later than this may not have arrived yet. */
  readonly arrivedMs: number;
};

/** Every step of a range: the series of a list has only those with requests. */
export function filled(
  series: readonly Point[],
  { fromMs, toMs, stepMs, arrivedMs }: FilledRange,
): Point[] {
  const known = new Map(series.map(point => [point.atMs, point]));
  const count = Math.max(0, Math.ceil((toMs - fromMs) / stepMs));
  return Array.from({ length: count }, (_, index) => {
    const atMs = fromMs + index * stepMs;
    const share = Math.min(1, Math.max(0, (arrivedMs - atMs) / stepMs));
    return { requests: 0, errors: 0, p95Ms: 0, ...known.get(atMs), atMs, share };
  });
}

/** After the first step with requests: a service that did not exist was not silent, and of that step it has only a part. */
export const begun = (points: readonly Point[]): readonly Point[] =>
  points.slice(points.findIndex(({ requests }) => requests > 0) + 1);
