import { z } from 'zod';
import { windowSeconds } from '../window.ts';

const unitSeconds: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3_600, d: 86_400 };

/** `30`, `30s`, `5m`, `1h` or `1d`, as seconds. */
export const step = z
  .string()
  .regex(/^\d{1,7}[smhd]?$/u, 'expected a time like 30s, 5m, 1h or 1d')
  .transform(text => Number.parseInt(text, 10) * (unitSeconds[text.replace(/\d+/u, '')] ?? 1))
  .refine(seconds => seconds > 0 && seconds % windowSeconds === 0, {
    error: `expected a multiple of ${windowSeconds} seconds`,
  });
