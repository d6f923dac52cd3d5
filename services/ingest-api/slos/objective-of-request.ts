import type { RequestOf } from '../../../schemas/http/routes.ts';
import type { ObjectiveChanges } from '../../../schemas/slos/commands.ts';
import type { Objective } from '../../../schemas/slos/objective.ts';

/** The objective of a request. */
export const objectiveOf = (sent: RequestOf<'createObjective'>): Objective => ({
  name: sent.name,
  ...(sent.description !== undefined && { description: sent.description }),
  kind: sent.kind,
  ...(sent.threshold_ms !== undefined && { thresholdMs: sent.threshold_ms }),
  service: sent.service,
  ...(sent.operation !== undefined && { operation: sent.operation }),
  target: sent.target,
  windowDays: sent.window_days,
  window: sent.window_type,
});

/** What a request names of an objective. */
export const changesOf = (sent: RequestOf<'changeObjective'>): ObjectiveChanges => ({
  ...(sent.name !== undefined && { name: sent.name }),
  ...(sent.description !== undefined && { description: sent.description }),
  ...(sent.kind !== undefined && { kind: sent.kind }),
  ...(sent.threshold_ms !== undefined && { thresholdMs: sent.threshold_ms }),
  ...(sent.service !== undefined && { service: sent.service }),
  ...(sent.operation !== undefined && { operation: sent.operation }),
  ...(sent.target !== undefined && { target: sent.target }),
  ...(sent.window_days !== undefined && { windowDays: sent.window_days }),
  ...(sent.window_type !== undefined && { window: sent.window_type }),
});
