import { z } from 'zod';

/** Times that a widget shows, each with the steps of its series: 60 to 120 of them. */
export const widgetRanges = {
  '1h': { seconds: 3_600, stepSeconds: 60 },
  '24h': { seconds: 86_400, stepSeconds: 900 },
  '7d': { seconds: 604_800, stepSeconds: 7_200 },
  '30d': { seconds: 2_592_000, stepSeconds: 21_600 },
} as const;

export type WidgetRange = keyof typeof widgetRanges;

export const widgetRange = z.enum(['1h', '24h', '7d', '30d']);

/** Widgets of other makers send one of the other two names. */
export const rangeNames = ['range', 'timeRange', 'time_range'] as const;
