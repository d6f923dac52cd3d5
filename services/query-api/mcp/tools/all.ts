import type { Tool } from '../tool.ts';
import { itemActs } from './act-on-items.ts';
import { peopleActs } from './act-on-people.ts';
import { replayActs } from './act-on-replays.ts';
import { ruleActs, silenceActs } from './act-on-rules.ts';
import { attributeTools } from './attributes.ts';
import { errorTools } from './errors.ts';
import { healthTools } from './health.ts';
import { inboxTools } from './inbox.ts';
import { incidentTools } from './incidents.ts';
import { investigationTools } from './investigation.ts';
import { languageModelTools } from './language-models.ts';
import { objectiveTools } from './objectives.ts';
import { peopleTools } from './people.ts';
import { releaseTools } from './releases.ts';
import { replayTools } from './replays.ts';
import { ruleTools } from './rules.ts';
import { serviceTools } from './services.ts';
import { snapshotTools } from './snapshots.ts';
import { traceTools } from './traces.ts';
import { usageTools } from './usage.ts';
import { webhookTools } from './webhooks.ts';

/** Every tool, in the order in which they are listed: those that read before those that act. */
export const tools: readonly Tool[] = [
  ...investigationTools,
  ...serviceTools,
  ...releaseTools,
  ...traceTools,
  ...attributeTools,
  ...errorTools,
  ...incidentTools,
  ...inboxTools,
  ...ruleTools,
  ...objectiveTools,
  ...healthTools,
  ...webhookTools,
  ...languageModelTools,
  ...snapshotTools,
  ...replayTools,
  ...peopleTools,
  ...usageTools,
  ...itemActs,
  ...silenceActs,
  ...ruleActs,
  ...replayActs,
  ...peopleActs,
];
