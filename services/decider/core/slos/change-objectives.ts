import { changedObjective, objectiveFaults } from '../../../../domain/slos/objective.ts';
import type { CommandOf } from '../../../../schemas/commands/command.ts';
import type { StreamName } from '../../../../schemas/ids.ts';
import { type ObjectiveId, objectiveStream } from '../../../../schemas/slos/ids.ts';
import type { Objective } from '../../../../schemas/slos/objective.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision, type Rejected, reject } from '../decision.ts';
import { commandedObjective, objectives } from './objective.ts';

export const objectiveStreams = ({
  data: { objectiveId },
}: {
  readonly data: { readonly objectiveId: ObjectiveId };
}): readonly StreamName[] => [objectiveStream(objectiveId)];

/** The id of an objective follows from its command, so a second creation under it is a repetition. */
export function createObjective({ data }: CommandOf<'CreateObjective'>, states: States): Decision {
  const stream = objectiveStream(data.objectiveId);
  if (stateOf(objectives, states, stream) !== undefined) return accept();
  return faultOf(data) ?? accept({ stream, facts: [{ type: 'ObjectiveCreated', data }] });
}

export function changeObjective(
  { data: { objectiveId, changes }, organizationId: asking }: CommandOf<'ChangeObjective'>,
  states: States,
): Decision {
  const found = commandedObjective(objectiveId, asking, states);
  if (found.kind === 'rejected') return found;
  const objective = changedObjective(found.objective, changes);
  const invalid = faultOf(objective);
  if (invalid !== undefined) return invalid;
  if (textOf(objective) === textOf(found.objective)) return accept();
  const { organizationId } = found;
  return accept({
    stream: objectiveStream(objectiveId),
    facts: [{ type: 'ObjectiveChanged', data: { objectiveId, organizationId, ...objective } }],
  });
}

export function deleteObjective(
  { data: { objectiveId }, organizationId: asking }: CommandOf<'DeleteObjective'>,
  states: States,
): Decision {
  const found = commandedObjective(objectiveId, asking, states);
  if (found.kind === 'rejected') return found;
  const { organizationId } = found;
  return accept({
    stream: objectiveStream(objectiveId),
    facts: [{ type: 'ObjectiveDeleted', data: { objectiveId, organizationId } }],
  });
}

/** With its fields in one order. */
const textOf = (objective: Objective): string =>
  JSON.stringify([
    [objective.name, objective.description],
    [objective.kind, objective.thresholdMs, objective.target],
    [objective.service, objective.operation],
    [objective.window, objective.windowDays],
  ]);

function faultOf(objective: Objective): Rejected | undefined {
  const [fault] = objectiveFaults(objective);
  return fault && reject('invalid_request', fault.message);
}
