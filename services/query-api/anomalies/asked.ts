import type { AnomalyRow } from '../../../projections/anomalies/anomalies.ts';

/** What of an anomaly is read from the warehouse, and up to which instant. */
export type AskedAnomaly = { readonly anomaly: AnomalyRow; readonly nowMs: number };
