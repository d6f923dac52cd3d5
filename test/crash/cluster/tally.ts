import type { RoleName } from '../../../platform/config/role-names.ts';
import type { BatchCompression } from '../../../platform/topic-log/kafka/compression.ts';
import type { Stage } from '../point.ts';
import type { OutageKind } from './servers.ts';

/** How a process of a role was killed: at a point of its own work, or whatever it did. */
export type KillKind = Stage | 'outside';

export type Sleep = { readonly role: RoleName; readonly ms: number; readonly fenced: number };

/** What was done to the cluster. */
export type Tally = {
  readonly kills: { readonly role: RoleName; readonly kind: KillKind }[];
  readonly sleeps: Sleep[];
  readonly brokerKills: number[];
  readonly outages: { readonly kind: OutageKind; readonly ms: number }[];
  /** Of each process that was started, how it writes to Kafka. */
  readonly compressions: BatchCompression[];
  /** One sentence each. */
  readonly faults: string[];
};

export const openTally = (): Tally => ({
  kills: [],
  sleeps: [],
  brokerKills: [],
  outages: [],
  compressions: [],
  faults: [],
});

/** What a run of so many minutes must have met. */
export const demands = (minutes: number) => ({
  kills: Math.floor(10 * minutes),
  sleeps: Math.floor(3 * minutes),
  brokerKills: Math.floor(0.5 * minutes),
  outages: Math.floor(0.2 * minutes),
});

export const outageMs = 30_000;
/** Beyond this a member of a group has lost its place. */
export const sleepMsMin = 11_000;

/** Of what is demanded, what was met. Only members of groups can be fenced, so only they count. */
export const met = ({ kills, sleeps, brokerKills, outages }: Tally) => ({
  kills: kills.length,
  sleeps: sleeps.filter(({ fenced }) => fenced > 0).length,
  brokerKills: brokerKills.length,
  outages: outages.filter(({ ms }) => ms >= outageMs).length,
});
