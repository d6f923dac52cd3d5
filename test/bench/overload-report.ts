import type { OpenResult } from './open-load.ts';
import type { Phase } from './overload-phases.ts';
import { rank } from './queries.ts';

export type Figures = {
  readonly peak: Phase;
  readonly overload: Phase;
  /** The rate of the peak once more, after the overload. */
  readonly again: Phase;
  /** Of the search for the peak. */
  readonly steps: readonly Phase[];
  readonly sustainable: number;
};

export type Verdict = { readonly holds: boolean; readonly sentence: string };

const bounds = {
  goodputRatioMin: 0.9,
  memoryRatioMax: 1.2,
  acceptP99MsMax: 2000,
  lightLossMax: 0.05,
} as const;

const mebi = 1024 ** 2;

export function table({ peak, overload, again }: Figures): string[] {
  const row = (name: string, value: (phase: Phase) => number, digits = 0): string => {
    const [at, over] = [value(peak), value(overload)];
    const ratio = at === 0 ? '–' : (over / at).toFixed(2);
    const cells = [at, over, value(again)].map(each => grouped(each, digits));
    return `| ${name} | ${cells.join(' | ')} | ${ratio} |`;
  };
  const share = (part: (result: OpenResult) => number) => (phase: Phase) =>
    (100 * part(phase.heavy)) / phase.heavy.offered;
  return [
    '|  | at the peak | overload | peak again | overload to the first |',
    '|---|---:|---:|---:|---:|',
    row('offered, spans/s', phase => phase.offeredPerSecond),
    row('accepted, spans/s', phase => phase.acceptedPerSecond),
    row('goodput: readable, spans/s', phase => phase.readablePerSecond),
    row('readable after the end, s', phase => phase.lagSeconds, 1),
    row('answer to what was accepted, p50, ms', ms('acceptedMs', 0.5), 1),
    row('answer to what was accepted, p99, ms', ms('acceptedMs', 0.99), 1),
    row('answer to what was refused, p50, ms', ms('refusedMs', 0.5), 1),
    row('answer to what was refused, p99, ms', ms('refusedMs', 0.99), 1),
    row('largest resident memory, MiB', ({ memory }) => memory.resident / mebi),
    row('… without mapped files, MiB', ({ memory }) => memory.anonymous / mebi),
    row('longest delay of the event loop, ms', ({ loopMs }) => loopMs),
    row('server, cores', ({ cores }) => cores, 2),
    row('a piece of work on its core, ms', ({ pieceMs }) => pieceMs, 2),
    row('generator, cores', ({ heavy }) => heavy.cpuSeconds / heavy.seconds, 2),
    row('answered 429, % of offered', share(refusedWith(429)), 1),
    row('answered 503, % of offered', share(refusedWith(503)), 1),
    row('connection errors', ({ heavy, light }) => errorsOf(heavy) + errorsOf(light)),
    row('due while all connections were busy', ({ heavy }) => heavy.unsent),
    row('second organization: offered', ({ light }) => light?.offered ?? 0),
    row('second organization: lost', ({ light }) => lostOf(light)),
    row('second organization: p99, ms', ({ light }) => rank(light?.acceptedMs ?? [], 0.99), 1),
  ];
}

export function judge({ peak, overload, again, steps, sustainable }: Figures): Verdict[] {
  const { heavy, light } = overload;
  // By spans that could be read: what only waits is no gain. Against the peak held as long, since
  // merges and the log make every server slower in minutes, and before and after, since the machine
  // becomes slower and faster itself; the best short stretch is told beside it.
  const held = (peak.readablePerSecond + again.readablePerSecond) / 2;
  const goodput = overload.readablePerSecond / held;
  const best = Math.max(...steps.map(phase => phase.readablePerSecond));
  const ofBest = (overload.readablePerSecond / best).toFixed(2);
  const memory = overload.memory.resident / peak.memory.resident;
  const p99Ms = ms('acceptedMs', 0.99)(overload);
  const refusals = [heavy, light].flatMap(result => Object.entries(result?.refused ?? {}));
  const strange = refusals.filter(
    ([status, { without }]) => without > 0 || !['429', '503'].includes(status),
  );
  const errors = errorsOf(heavy) + errorsOf(light);
  const loss = lostOf(light) / (light?.offered ?? 1);
  const times = overload.offeredPerSecond / heavy.spansPerBody / sustainable;
  return [
    verdict(times >= 2.9, `offered ${times.toFixed(2)} times the sustainable rate`),
    verdict(
      goodput >= bounds.goodputRatioMin,
      `goodput ${goodput.toFixed(2)} of the peak's, ${ofBest} of the best seconds of the search`,
    ),
    verdict(memory <= bounds.memoryRatioMax, `memory ${memory.toFixed(2)} of the peak's`),
    verdict(p99Ms <= bounds.acceptP99MsMax, `p99 of what was accepted ${p99Ms.toFixed(0)} ms`),
    verdict(
      strange.length === 0,
      `${strange.length} kinds of refusal but 429 and 503 with Retry-After`,
    ),
    verdict(errors === 0, `${errors} connection errors`),
    verdict(
      loss <= bounds.lightLossMax,
      `the second organization lost ${(loss * 100).toFixed(1)} %`,
    ),
  ];
}

const verdict = (holds: boolean, sentence: string): Verdict => ({ holds, sentence });

const ms = (which: 'acceptedMs' | 'refusedMs', quantile: number) => (phase: Phase) =>
  phase.heavy[which].length === 0 ? 0 : rank(phase.heavy[which], quantile);

const refusedWith =
  (status: number) =>
  ({ refused }: OpenResult): number => {
    const { with: told = 0, without = 0 } = refused[status] ?? {};
    return told + without;
  };

const errorsOf = (result: OpenResult | undefined): number =>
  Object.values(result?.errors ?? {}).reduce((sum, count) => sum + count, 0);

/** Whatever was not answered with 200, for whichever reason. */
const lostOf = (result: OpenResult | undefined): number =>
  result === undefined ? 0 : result.offered - result.accepted;

const grouped = (value: number, digits: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
