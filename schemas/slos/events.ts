import type { OrganizationId } from '../ids.ts';
import type { ObjectiveId } from './ids.ts';
import type { Objective } from './objective.ts';

type OfObjective = { readonly objectiveId: ObjectiveId; readonly organizationId: OrganizationId };

export type ObjectiveCreated = {
  readonly type: 'ObjectiveCreated';
  readonly data: OfObjective & Objective;
};

/** All of the objective, after the change. */
export type ObjectiveChanged = {
  readonly type: 'ObjectiveChanged';
  readonly data: OfObjective & Objective;
};

export type ObjectiveDeleted = { readonly type: 'ObjectiveDeleted'; readonly data: OfObjective };

export type ObjectiveEvent = ObjectiveCreated | ObjectiveChanged | ObjectiveDeleted;
