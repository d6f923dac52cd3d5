import { answers } from './answers.ts';
import { domain } from './domain.ts';
import { engines } from './engines.ts';
import { reads } from './reads.ts';
import type { Sabotage } from './sabotage.ts';
import { telemetry } from './telemetry.ts';

export const sabotages: readonly Sabotage[] = [
  ...telemetry,
  ...engines,
  ...domain,
  ...answers,
  ...reads,
];
