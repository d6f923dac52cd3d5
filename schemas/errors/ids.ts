import { type Brand, type OrganizationId, type StreamName, stream } from '../ids.ts';
import { uuidV5 } from '../uuid.ts';

/** Of errors of one service with the same type, message and first frame; computed by the table `errors`. */
export type ErrorGroupId = Brand<string, 'ErrorGroupId'>;

export const errorGroupId = (value: string): ErrorGroupId => value as ErrorGroupId;

/** Two organizations may have the same errors: each has a stream of its own. */
export const errorGroupStream = (organizationId: OrganizationId, id: ErrorGroupId): StreamName =>
  stream('error-group', uuidV5(organizationId, JSON.stringify(['error-group', id])));

/** What a triage item is about: a group that came back after it was resolved at an instant. */
export const regressionIdOf = (
  organizationId: OrganizationId,
  id: ErrorGroupId,
  resolvedAtMs: number,
): string => uuidV5(organizationId, JSON.stringify(['regression', id, resolvedAtMs]));
