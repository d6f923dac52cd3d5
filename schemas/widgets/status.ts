import { type CheckStatus, checkStatuses } from '../health/check.ts';

/** The same words as those of a health check. */
export const serviceStatuses = checkStatuses;
export type ServiceStatus = CheckStatus;
