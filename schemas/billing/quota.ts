/** What a plan gives for a month, what was used of it, and how far that is. One definition for all who count. */

export type PlanLimits = { readonly traceLimit: number; readonly bytesLimit: number };

export type Plan = PlanLimits & { readonly plan: string };

/** What an organization starts with, unless the operator of this Tidemark says otherwise. */
export const freePlan: Plan = { plan: 'free', traceLimit: 200_000, bytesLimit: 20_000_000_000 };

/** What a public key may send in a day, unless the operator says otherwise: a page shows it to everybody. */
export const pubKeyBytesPerDay = 2_000_000_000;

/** Different traces of which a span was received, and bytes of all kinds (`stored.ts`). */
export type Usage = { readonly traces: number; readonly bytes: number };

export type QuotaLevel = 'within' | 'warned' | 'exceeded';
