import { type RoleName, roleNames } from '../../../platform/config/role-names.ts';
import type { BatchCompression } from '../../../platform/topic-log/kafka/compression.ts';
import type { Oracle } from '../oracle.ts';
import { stages } from '../point.ts';
import type { ClusterVerdict } from './judge.ts';
import type { Reads } from './reads.ts';
import { demands, type KillKind, met, type Tally } from './tally.ts';

export type ClusterOutcome = {
  readonly minutes: number;
  readonly tally: Tally;
  readonly reads: Reads;
  readonly verdict: ClusterVerdict;
  readonly sent: ReturnType<Oracle['figures']>;
  readonly deliveries: string;
  readonly registrations: { readonly verified: number; readonly longestGapMs: number };
};

const faultsTold = 40;

/** Everything that is off; none means that the run is green. */
export function clusterFaults(outcome: ClusterOutcome): readonly string[] {
  const { minutes, tally, reads, verdict } = outcome;
  const found = met(tally);
  const few = Object.entries(demands(minutes))
    .map(([name, wanted]) => ({ name, wanted, count: found[name as keyof typeof found] }))
    .filter(({ wanted, count }) => count < wanted)
    .map(({ name, wanted, count }) => `${name}: expected at least ${wanted}, found ${count}`);
  return [...few, ...tally.faults, ...reads.faults, ...verdict.faults];
}

/** For people; the last line is the verdict. */
export function clusterReport(outcome: ClusterOutcome): string {
  const { minutes, tally, reads, verdict, sent, deliveries, registrations } = outcome;
  const faults = clusterFaults(outcome);
  const { kills, sleeps, brokerKills, outages } = met(tally);
  const perSecond = Math.round(sent.spans / (minutes * 60));
  const lines = [
    ...roleNames.map(
      role => `  ${role.padEnd(12)} ${killsOf(role, tally)}; ${sleepsOf(role, tally)}`,
    ),
    `broker       ${brokerKills} kills, away for ${listOf(tally.brokerKills.map(seconds))} s`,
    `processes    ${startsOf('none', tally)} started without compression on Kafka, ${startsOf('zstd', tally)} with zstd`,
    `warehouse    ${tally.outages.map(({ kind, ms }) => `${kind} ${seconds(ms)} s`).join(', ')}`,
    ...Object.entries(reads.counts).map(([when, counts]) => readsLine(when, counts)),
    `load         ${perSecond} spans/s answered over all; caught up ${seconds(verdict.caughtUpMs)} s after the end`,
    `requests     ${sent.unanswered} unanswered, ${sent.repeated} of them sent again; of those never answered ${verdict.unknownThere} are there`,
    `accounts     ${registrations.verified} registered and verified, longest time without one ${seconds(registrations.longestGapMs)} s`,
    `webhooks     ${deliveries}`,
    `spans        ${sent.spans} answered, ${verdict.spans} there, in ${verdict.requests} requests`,
    `alerts       ${verdict.alerts.alerts} for ${verdict.alerts.breaches} breaches`,
    ...faults.slice(0, faultsTold).map(fault => `WRONG ${fault}`),
    faults.length === 0
      ? `green: ${kills} kills, ${sleeps} fenced sleepers, ${brokerKills} broker kills, ${outages} outages of the warehouse; ${verdict.spans} spans, 0 lost, 0 doubled, windows, usage, accounts, mails and alerts exact`
      : `red: ${faults.length} things are off after ${kills} kills, ${sleeps} fenced sleepers, ${brokerKills} broker kills, ${outages} outages of the warehouse`,
  ];
  return lines.join('\n');
}

const startsOf = (wanted: BatchCompression, { compressions }: Tally): number =>
  compressions.filter(one => one === wanted).length;

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

const listOf = (texts: readonly string[]): string => texts.join(', ') || '-';

function killsOf(role: RoleName, { kills }: Tally): string {
  const kinds: readonly KillKind[] = ['outside', ...stages];
  const mine = kills.filter(kill => kill.role === role);
  const counts = kinds
    .map(kind => ({ kind, count: mine.filter(kill => kill.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${kind}`);
  return `${mine.length} kills (${listOf(counts)})`;
}

function sleepsOf(role: RoleName, { sleeps }: Tally): string {
  const mine = sleeps.filter(sleep => sleep.role === role);
  return `${mine.length} sleeps, ${mine.filter(({ fenced }) => fenced > 0).length} fenced`;
}

function readsLine(when: string, counts: Readonly<Record<string, number>>): string {
  const texts = Object.entries(counts).map(
    ([status, count]) => `${count} ${status === '-' ? 'unanswered' : status}`,
  );
  return `reads        ${when} away: ${listOf(texts)}`;
}
