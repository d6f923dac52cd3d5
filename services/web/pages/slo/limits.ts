import type { Figures } from '../slos/words.ts';

type BurnWindow = Figures['burn_rates'][number]['window'];
type Limit = { readonly rate: number; readonly severity: 'critical' | 'warning' };

/** The rates of the two burn alerts, each over a long and a short window. */
const limits: Readonly<Partial<Record<BurnWindow, Limit>>> = {
  '5m': { rate: 14.4, severity: 'critical' },
  '1h': { rate: 14.4, severity: 'critical' },
  '30m': { rate: 6, severity: 'warning' },
  '6h': { rate: 6, severity: 'warning' },
};

export const limitOf = (window: BurnWindow): Limit | undefined => limits[window];
