import type { Tone } from '../ui/badge.tsx';
import type { Notice } from './words.ts';

export const resultTones: Readonly<Record<Notice['result'], Tone>> = {
  sent: 'ok',
  waiting: 'accent',
  retrying: 'warning',
  failed: 'critical',
  overtaken: 'muted',
  withheld: 'warning',
};
