import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Raise } from '../../domain/alerts/evaluation/evaluated-rule.ts';
import type { Outcome } from '../../domain/alerts/evaluation/evaluation.ts';
import { isAboutErrors } from '../../domain/alerts/rule.ts';
import type { Keyring } from '../../platform/keyring/port.ts';
import type { Log } from '../../platform/log.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { deploymentsOf, readVersionsSeen } from '../../projections/services/versions-seen.ts';
import type { AlertLeads, LatestDeployment, RecordedError } from '../../schemas/alerts/leads.ts';
import { minuteMs } from '../../schemas/durations.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { limits } from './config.ts';
import { readTopError } from './top-error.ts';

type LeadReads = {
  readonly warehouse: Pick<Warehouse, 'query'>;
  readonly keyring: Pick<Keyring, 'seal'>;
  readonly clock: () => number;
  readonly log: Pick<Log, 'warn'>;
};

/** Where to look first, of those that are alerts that fire. */
export type Leads = (
  outcomes: readonly Outcome[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<Outcome, AlertLeads>>;

/** An alert waits for its leads a moment at most, and fires without what is not known by then: the warehouse may be away. */
export function openLeads(reads: LeadReads): Leads {
  const takeTurn = openTurns(reads.clock);
  return async (outcomes, signal) => {
    const raised = outcomes.filter(isRaise).filter(takeTurn).slice(0, limits.leadsAtOnceMax);
    if (raised.length === 0) return new Map();
    const until = AbortSignal.any([signal, AbortSignal.timeout(limits.leadsMsMax)]);
    // Two reads of each alert listen to it.
    setMaxListeners(0, until);
    const found = await Promise.all(
      raised.map(async raise => [raise, await leadsOf(raise, reads, until)] as const),
    );
    return new Map(found.filter(([, leads]) => Object.keys(leads).length > 0));
  };
}

const isRaise = (outcome: Outcome): outcome is Raise => outcome.type === 'raise';

/** Others wait as long as an alert does, so an organization has so many in a minute. */
function openTurns(clock: () => number) {
  let minute = 0;
  const taken = new Map<OrganizationId, number>();
  return ({ rule: { organizationId } }: Raise): boolean => {
    const now = Math.floor(clock() / minuteMs);
    if (now !== minute) taken.clear();
    minute = now;
    const before = taken.get(organizationId) ?? 0;
    taken.set(organizationId, before + 1);
    return before < limits.leadsOfOrganizationMax;
  };
}

async function leadsOf(raise: Raise, reads: LeadReads, signal: AbortSignal): Promise<AlertLeads> {
  const known = <Lead>(lead: Promise<Lead | undefined>): Promise<Lead | undefined> =>
    lead.catch(error => {
      reads.log.warn({ err: error }, 'alert fires without all of its leads');
      return undefined;
    });
  const [error, deployment] = await Promise.all([
    known(errorOf(raise, reads, signal)),
    known(deploymentOf(raise, reads, signal)),
  ]);
  return { ...(error && { error }), ...(deployment && { deployment }) };
}

async function errorOf(
  { rule: { rule, organizationId }, windowFromMs, windowToMs, evidence }: Raise,
  { warehouse, keyring }: LeadReads,
  signal: AbortSignal,
): Promise<RecordedError | undefined> {
  if (!isAboutErrors(rule.metric) || evidence.errors === 0) return undefined;
  const range = { fromMs: windowFromMs, toMs: windowToMs };
  const asked = { organization: organizationId, service: evidence.serviceName, ...range };
  const found = await onceReadable(() => readTopError(asked, { warehouse, signal }), signal);
  if (found === undefined) return undefined;
  const { type, message } = found;
  if (message === '') return { type };
  const owner = { kind: 'organization', id: organizationId } as const;
  return { type, messageSealed: await keyring.seal(owner, message) };
}

/** Windows are published before the spans of their batch are readable. */
async function onceReadable<Found>(
  read: () => Promise<Found | undefined>,
  signal: AbortSignal,
): Promise<Found | undefined> {
  for (let reads = 1; reads < limits.leadReadsMax; reads++) {
    const found = await read();
    if (found !== undefined) return found;
    await pause(limits.leadPauseMs, undefined, { signal });
  }
  return read();
}

/** All services together have no deployment. */
async function deploymentOf(
  { rule: { organizationId: organization }, windowToMs: toMs, evidence: { serviceName } }: Raise,
  { warehouse }: LeadReads,
  signal: AbortSignal,
): Promise<LatestDeployment | undefined> {
  if (serviceName === '') return undefined;
  const range = { fromMs: toMs - limits.leadDeploymentMs, toMs };
  const asked = { organization, services: [serviceName], known: '', ...range };
  const options = { signal, maxExecutionMs: limits.leadsMsMax, reader: { organization } };
  const { seen } = await readVersionsSeen(asked, ({ sql, parameters }) =>
    warehouse.query(sql, parameters, options),
  );
  const [latest] = deploymentsOf(seen.get(serviceName) ?? [], range);
  if (latest === undefined) return undefined;
  const version = latest.version.slice(0, limits.leadCharactersMax).toWellFormed();
  return { version, atMs: Date.parse(latest.first_seen_at) };
}
