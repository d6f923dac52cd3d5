import { alerts } from './alerts.ts';
import { anomalies } from './anomalies.ts';
import { answers } from './answers.ts';
import { backtests } from './backtests.ts';
import { billing } from './billing.ts';
import { domain } from './domain.ts';
import { engines } from './engines.ts';
import { evaluator } from './evaluator.ts';
import { health } from './health.ts';
import type { Mutant } from './mutant.ts';
import { notices } from './notices.ts';
import { oauth } from './oauth.ts';
import { objectives } from './objectives.ts';
import { outbound } from './outbound.ts';
import { reads } from './reads.ts';
import { releases } from './releases.ts';
import { rootCauses } from './root-causes.ts';
import { sessions } from './sessions.ts';
import { snapshots } from './snapshots.ts';
import { telemetry } from './telemetry.ts';
import { tenants } from './tenants.ts';
import { threads } from './threads.ts';
import { triage } from './triage.ts';
import { webhooks } from './webhooks.ts';
import { widgets } from './widgets.ts';

export const mutants: readonly Mutant[] = [
  ...telemetry,
  ...sessions,
  ...oauth,
  ...snapshots,
  ...engines,
  ...domain,
  ...answers,
  ...reads,
  ...rootCauses,
  ...alerts,
  ...anomalies,
  ...notices,
  ...backtests,
  ...objectives,
  ...releases,
  ...billing,
  ...evaluator,
  ...outbound,
  ...threads,
  ...triage,
  ...health,
  ...tenants,
  ...webhooks,
  ...widgets,
];
