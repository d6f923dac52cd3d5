import { dayMs } from '../../../schemas/durations.ts';

/** What `GET /v1/services` is asked for the day up to an instant, as without one for the day up to now. */
export const dayUpTo = (asOf: string): { readonly as_of: string; readonly from: string } => ({
  as_of: asOf,
  from: new Date(Date.parse(asOf) - dayMs).toISOString(),
});
