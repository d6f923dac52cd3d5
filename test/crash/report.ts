import type { Cycle } from './cycle.ts';
import type { Verdict } from './final.ts';
import type { Oracle } from './oracle.ts';
import type { Kills } from './plan.ts';
import { stages } from './point.ts';

export type Outcome = {
  readonly cycles: readonly Cycle[];
  readonly kills: Kills;
  readonly verdict: Verdict;
  readonly sent: ReturnType<Oracle['figures']>;
  /** A server must be ready again by then. */
  readonly readyMsMax: number;
};

/** A run as long as this must show all that is promised. */
const fullCycles = 100;
const killsMin = 5;
const spansMin = 1_000_000;
const breachesMin = 500;
const spansPerSecondMin = 2_000;
const faultsTold = 40;

/** Everything that is off; none means that the run is green. */
export function faultsOf(outcome: Outcome): readonly string[] {
  const { cycles, kills, verdict, sent, readyMsMax } = outcome;
  const faults = [...cycles.flatMap(cycle => cycle.faults), ...verdict.faults];
  const slowest = Math.max(...readyTimes(outcome));
  if (slowest > readyMsMax) faults.push(`ready again after ${seconds(slowest)} s`);
  if (cycles.length < fullCycles) return faults;
  for (const stage of stages) {
    if (kills[stage] < killsMin) faults.push(`only ${kills[stage]} kills in ${stage}`);
  }
  if (sent.spans < spansMin) faults.push(`only ${sent.spans} spans`);
  const { breaches } = verdict.alerts;
  if (breaches < breachesMin) faults.push(`only ${breaches} breaches`);
  if (rateOf(cycles) < spansPerSecondMin) faults.push(`only ${rateOf(cycles)} spans a second`);
  return faults;
}

/** For people; the last line is the verdict. */
export function reportOf(outcome: Outcome): string {
  const { cycles, kills, verdict, sent } = outcome;
  const faults = faultsOf(outcome);
  const ready = readyTimes(outcome).sort((left, right) => left - right);
  const outside = cycles.filter(({ death }) => death === undefined).length;
  const lines = [
    ...stages.map(stage => `  ${stage.padEnd(12)} ${kills[stage]} kills`),
    `  ${'outside'.padEnd(12)} ${outside} kills`,
    `ready again  p50 ${seconds(middle(ready))} s, slowest ${seconds(ready.at(-1) ?? 0)} s`,
    `load         ${rateOf(cycles)} spans/s over all, ${ratesOf(cycles)} over the cycles (fewest, middle)`,
    `requests     ${sent.unanswered} unanswered, ${sent.repeated} of them sent again; of those never answered ${verdict.unknownThere} are there`,
    `spans        ${sent.spans} answered, ${verdict.spans} there, in ${verdict.requests} requests`,
    `alerts       ${verdict.alerts.alerts} for ${verdict.alerts.breaches} breaches`,
    `anomalies    ${verdict.anomalies.anomalies} in ${verdict.anomalies.scores} scores`,
    ...faults.slice(0, faultsTold).map(fault => `WRONG ${fault}`),
    faults.length === 0
      ? `green: ${cycles.length} kills, ${verdict.spans} spans, 0 lost, 0 doubled, windows, usage, alerts, anomalies, scores and projections exact`
      : `red: ${faults.length} things are off after ${cycles.length} kills`,
  ];
  return lines.join('\n');
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

const middle = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0;

const readyTimes = ({ cycles, verdict }: Outcome): number[] => [
  verdict.readyMs,
  ...cycles.flatMap(({ readyMs }) => readyMs ?? []),
];

function rateOf(cycles: readonly Cycle[]): number {
  const loadMs = cycles.reduce((sum, cycle) => sum + cycle.loadMs, 0);
  const spans = cycles.reduce((sum, cycle) => sum + cycle.spans, 0);
  return Math.round((spans / Math.max(1, loadMs)) * 1000);
}

function ratesOf(cycles: readonly Cycle[]): string {
  const rates = cycles
    .filter(({ loadMs }) => loadMs > 0)
    .map(({ spans, loadMs }) => Math.round((spans / loadMs) * 1000))
    .sort((left, right) => left - right);
  return `${rates[0] ?? 0}, ${middle(rates)}`;
}
