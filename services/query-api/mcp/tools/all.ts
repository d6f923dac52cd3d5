import type { Tool } from '../tool.ts';
import { incidentTools } from './incidents.ts';
import { languageModelTools } from './language-models.ts';
import { serviceTools } from './services.ts';
import { snapshotTools } from './snapshots.ts';
import { traceTools } from './traces.ts';

/** Every tool, in the order in which they are listed. */
export const tools: readonly Tool[] = [
  ...serviceTools,
  ...traceTools,
  ...incidentTools,
  ...languageModelTools,
  ...snapshotTools,
];
