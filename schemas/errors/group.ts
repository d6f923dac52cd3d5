import type { OrganizationId } from '../ids.ts';
import type { ErrorGroupId } from './ids.ts';

/** What somebody decided about a group; a group about which nobody did is open. */
export const decidedStatuses = ['resolved', 'ignored', 'regressed'] as const;

export type DecidedStatus = (typeof decidedStatuses)[number];

export const errorStatuses = ['open', ...decidedStatuses] as const;

export type ErrorStatus = (typeof errorStatuses)[number];

export type OfErrorGroup = {
  readonly organizationId: OrganizationId;
  readonly groupId: ErrorGroupId;
};

/** What people know a group by. Its message is in no event: it may say something about a person, and events are kept for ever. */
export type ErrorGroupNames = {
  readonly service: string;
  readonly errorType: string;
};
