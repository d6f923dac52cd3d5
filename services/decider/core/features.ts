import type { Command, CommandPayload } from '../../../schemas/commands/command.ts';
import type { DomainEvent } from '../../../schemas/events/event.ts';
import type { StreamName } from '../../../schemas/ids.ts';
import { accounts } from './accounts/feature.ts';
import type { AggregateState, States } from './aggregate.ts';
import { alertsFeature } from './alerts/feature.ts';
import { anomaliesFeature } from './anomalies/feature.ts';
import { apiKeysFeature } from './api-keys/feature.ts';
import { billing } from './billing/feature.ts';
import { channelsFeature } from './channels/feature.ts';
import { copilotFeature } from './copilot/feature.ts';
import type { Decider, Deciders, Decision } from './decision.ts';
import { errorsFeature } from './errors/feature.ts';
import { healthFeature } from './health/feature.ts';
import { oauthFeature } from './oauth/feature.ts';
import { organizationsFeature } from './organizations/feature.ts';
import { releasesFeature } from './releases/feature.ts';
import { replaysFeature } from './replays/feature.ts';
import { sessionsFeature } from './sessions/feature.ts';
import { silencesFeature } from './silences/feature.ts';
import { slosFeature } from './slos/feature.ts';
import { snapshotsFeature } from './snapshots/feature.ts';
import { sourceMapsFeature } from './source-maps/feature.ts';
import { triageFeature } from './triage/feature.ts';
import { webhooksFeature } from './webhooks/feature.ts';

const features = [
  accounts,
  alertsFeature,
  anomaliesFeature,
  apiKeysFeature,
  billing,
  channelsFeature,
  copilotFeature,
  errorsFeature,
  healthFeature,
  oauthFeature,
  organizationsFeature,
  releasesFeature,
  replaysFeature,
  sessionsFeature,
  silencesFeature,
  slosFeature,
  snapshotsFeature,
  sourceMapsFeature,
  triageFeature,
  webhooksFeature,
] as const;

const deciders: Deciders<CommandPayload['type']> = {
  ...accounts.deciders,
  ...alertsFeature.deciders,
  ...anomaliesFeature.deciders,
  ...apiKeysFeature.deciders,
  ...billing.deciders,
  ...channelsFeature.deciders,
  ...copilotFeature.deciders,
  ...errorsFeature.deciders,
  ...healthFeature.deciders,
  ...oauthFeature.deciders,
  ...organizationsFeature.deciders,
  ...releasesFeature.deciders,
  ...replaysFeature.deciders,
  ...sessionsFeature.deciders,
  ...silencesFeature.deciders,
  ...slosFeature.deciders,
  ...snapshotsFeature.deciders,
  ...sourceMapsFeature.deciders,
  ...triageFeature.deciders,
  ...webhooksFeature.deciders,
};

const deciderOf = ({ type }: Command): Decider<never> =>
  deciders[type] as unknown as Decider<never>;

export const streams = (command: Command, states: States): readonly StreamName[] =>
  deciderOf(command).streams(command as never, states);

export const decide = (command: Command, states: States): Decision =>
  deciderOf(command).decide(command as never, states);

type AnyAggregate = {
  readonly kind: string;
  readonly reads: 'whole' | 'last' | 'carried';
  readonly version?: number;
  readonly events: Readonly<Record<string, true>>;
  readonly evolve: (state: never, event: never) => AggregateState | undefined;
};

/** Longer kinds first: one may be the beginning of another. */
const aggregates = features
  .flatMap(({ aggregates: own }): readonly AnyAggregate[] => own)
  .toSorted((left, right) => right.kind.length - left.kind.length);

/** The kind of a stream; undefined for streams that no decision reads. */
export const aggregateOf = (stream: StreamName): AnyAggregate | undefined =>
  aggregates.find(({ kind }) => stream.startsWith(`${kind}-`));

/** State of a stream after one more event; undefined as long as nothing in it matters to a decision. */
export function evolve(
  stream: StreamName,
  state: AggregateState | undefined,
  event: DomainEvent,
): AggregateState | undefined {
  const kind = aggregateOf(stream);
  if (kind === undefined || !Object.hasOwn(kind.events, event.type)) return state;
  return kind.evolve(state as never, event as never);
}
