import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { ObjectiveEvent } from '../../schemas/slos/events.ts';
import { type ObjectiveId, objectiveId, objectiveStream } from '../../schemas/slos/ids.ts';
import type { Objective } from '../../schemas/slos/objective.ts';
import type { ObjectiveBody } from '../../schemas/slos/parts.ts';
import type { Projection } from '../engine/projection.ts';
import type { Limited, Resource } from '../engine/resource.ts';

export type ObjectiveRow = {
  readonly objectiveId: ObjectiveId;
  readonly organizationId: OrganizationId;
  readonly objective: Objective;
  readonly createdAtMs: number;
  readonly changedAtMs: number;
};

export const objectiveKey = (
  organizationId: OrganizationId,
  objectiveId: ObjectiveId | '',
): string => `${organizationId}/${objectiveId}`;

/** By organization and objective; without those that were deleted. */
export const objectives: Projection<ObjectiveRow, EventOf<ObjectiveEvent['type']>> = {
  name: 'objectives',
  version: 1,
  types: new Set(['ObjectiveCreated', 'ObjectiveChanged', 'ObjectiveDeleted']),
  keys: ({ data }) => [objectiveKey(data.organizationId, data.objectiveId)],
  project: (row, event) => {
    switch (event.type) {
      case 'ObjectiveCreated':
        return objectiveRow(event);
      case 'ObjectiveChanged':
        return row && { ...objectiveRow(event), createdAtMs: row.createdAtMs };
      case 'ObjectiveDeleted':
        return undefined;
    }
  },
};

/** The row of an event that has all of an objective. */
export function objectiveRow({
  data: { objectiveId, organizationId, ...objective },
  atMs,
}: Pick<EventOf<'ObjectiveCreated' | 'ObjectiveChanged'>, 'data' | 'atMs'>): ObjectiveRow {
  return { objectiveId, organizationId, objective, createdAtMs: atMs, changedAtMs: atMs };
}

/** An objective as clients read it. */
export const objectiveBody = ({
  objectiveId: id,
  objective,
  createdAtMs,
  changedAtMs,
}: ObjectiveRow): ObjectiveBody => ({
  id,
  name: objective.name,
  description: objective.description ?? null,
  kind: objective.kind,
  threshold_ms: objective.thresholdMs ?? null,
  service: objective.service,
  operation: objective.operation ?? null,
  target: objective.target,
  window_days: objective.windowDays,
  window_type: objective.window,
  created_at: new Date(createdAtMs).toISOString(),
  updated_at: new Date(changedAtMs).toISOString(),
});

export const objectiveResource: Resource<ObjectiveRow, ObjectiveId> & Limited = {
  name: 'objective',
  id: objectiveId,
  stream: objectiveStream,
  projection: objectives,
  key: objectiveKey,
  limit: 500,
};
