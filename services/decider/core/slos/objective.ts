import type { EventOf } from '../../../../schemas/events/event.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import type { ObjectiveEvent } from '../../../../schemas/slos/events.ts';
import { type ObjectiveId, objectiveStream } from '../../../../schemas/slos/ids.ts';
import type { Objective } from '../../../../schemas/slos/objective.ts';
import { aggregate, type States, stateOf } from '../aggregate.ts';
import { type Rejected, reject } from '../decision.ts';

export type ObjectiveState = {
  readonly kind: 'objective';
  readonly organizationId: OrganizationId;
  readonly objective: Objective;
  readonly isDeleted: boolean;
};

/** A user may change an objective any number of times: each event carries the state. */
export const objectives = aggregate<ObjectiveState, ObjectiveEvent['type']>({
  kind: 'objective',
  reads: 'carried',
  version: 1,
  events: { ObjectiveCreated: true, ObjectiveChanged: true, ObjectiveDeleted: true },
  evolve: evolveObjective,
});

function evolveObjective(
  state: ObjectiveState | undefined,
  event: EventOf<ObjectiveEvent['type']>,
): ObjectiveState | undefined {
  switch (event.type) {
    case 'ObjectiveCreated':
    case 'ObjectiveChanged': {
      const { objectiveId: _, organizationId, ...objective } = event.data;
      return { kind: 'objective', organizationId, objective, isDeleted: false };
    }
    case 'ObjectiveDeleted':
      return state && { ...state, isDeleted: true };
  }
}

/** The objective that a user commands; a deleted one, and that of another organization, is unknown. */
export function commandedObjective(
  objectiveId: ObjectiveId,
  asking: OrganizationId | undefined,
  states: States,
): ObjectiveState | Rejected {
  const found = stateOf(objectives, states, objectiveStream(objectiveId));
  const isTheirs = asking === undefined || asking === found?.organizationId;
  return found === undefined || found.isDeleted || !isTheirs
    ? reject('not_found', `there is no objective ${objectiveId}`)
    : found;
}
