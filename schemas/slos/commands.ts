import type { OrganizationId } from '../ids.ts';
import type { ObjectiveId } from './ids.ts';
import type { Objective } from './objective.ts';

export type CreateObjective = {
  readonly type: 'CreateObjective';
  readonly data: {
    readonly objectiveId: ObjectiveId;
    readonly organizationId: OrganizationId;
  } & Objective;
};

/** Fields that are absent keep their values; null removes one. */
export type ObjectiveChanges = Partial<
  Omit<Objective, 'description' | 'thresholdMs' | 'operation'>
> & {
  readonly description?: string | null;
  readonly thresholdMs?: number | null;
  readonly operation?: string | null;
};

export type ChangeObjective = {
  readonly type: 'ChangeObjective';
  readonly data: { readonly objectiveId: ObjectiveId; readonly changes: ObjectiveChanges };
};

export type DeleteObjective = {
  readonly type: 'DeleteObjective';
  readonly data: { readonly objectiveId: ObjectiveId };
};

export type ObjectiveCommand = CreateObjective | ChangeObjective | DeleteObjective;
