import { chunk } from '../../../platform/chunk.ts';
import { ownEnvelope, sendCommands } from '../../../platform/commands/send.ts';
import { unlessUnavailable } from '../../../platform/errors.ts';
import type { Running } from '../../../platform/lifecycle.ts';
import type { TopicLog } from '../../../platform/topic-log/port.ts';
import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import {
  type ErrorGroupRow,
  errorGroups,
  resolvedGroups,
} from '../../../projections/errors/error-groups.ts';
import type { RegressErrorGroup } from '../../../schemas/errors/commands.ts';
import {
  type ErrorGroupId,
  errorGroupStream,
  regressionIdOf,
} from '../../../schemas/errors/ids.ts';
import { commandId, type OrganizationId } from '../../../schemas/ids.ts';
import { startRepeating } from '../repeating.ts';
import { errorLimits as limits } from './config.ts';

export type RegressionReads = {
  readonly projections: Pick<Projections, 'state'>;
  readonly warehouse: OrganizationReads;
  readonly topicLog: Pick<TopicLog, 'append'>;
  readonly clock: () => number;
};

/** Since when errors are looked at that became known: of each organization, Unix ms. */
export type Looked = Map<OrganizationId, number>;

/** Looks for resolved groups that came back, again and again. */
export function startRegressions(reads: RegressionReads): Running {
  const looked: Looked = new Map();
  return startRepeating(limits.lookEveryMs, signal => lookForRegressions(reads, looked, signal));
}

/**
 * Sends a command for each resolved group of which an error ended after it was resolved. Several processes may look at once, and
 * one may look again: the command has the same id. One statement for each organization that has resolved groups.
 */
export async function lookForRegressions(
  reads: RegressionReads,
  looked: Looked,
  signal: AbortSignal,
): Promise<void> {
  const resolved = await readResolved(reads, signal);
  for (const organization of looked.keys())
    if (!resolved.has(organization)) looked.delete(organization);
  for (const [organization, groups] of resolved) {
    signal.throwIfAborted();
    // What keeps one organization from being looked at keeps no other.
    await lookAt(organization, groups, reads, looked, signal).catch(unlessUnavailable);
  }
}

async function lookAt(
  organization: OrganizationId,
  groups: readonly ErrorGroupRow[],
  reads: RegressionReads,
  looked: Looked,
  signal: AbortSignal,
): Promise<void> {
  const nowMs = reads.clock();
  for (const some of chunk(groups, limits.groupsAtOnceMax))
    await regress(organization, some, { ...reads, knownFromMs: looked.get(organization), signal });
  looked.set(organization, nowMs - limits.lookBackMs);
}

async function readResolved(
  { projections }: RegressionReads,
  signal: AbortSignal,
): Promise<ReadonlyMap<OrganizationId, readonly ErrorGroupRow[]>> {
  const state = await projections.state({ signal });
  const groups = new Map<OrganizationId, ErrorGroupRow[]>();
  for (let after: string | undefined; ; ) {
    const asked = { prefix: resolvedGroups, limit: limits.rowsAtOnceMax, ...(after && { after }) };
    const page = state.list(errorGroups, asked);
    for (const { row } of page) {
      const own = groups.get(row.organizationId);
      if (own === undefined) groups.set(row.organizationId, [row]);
      else own.push(row);
    }
    if (page.length < limits.rowsAtOnceMax) return groups;
    after = page.at(-1)?.key;
  }
}

type Seen = { readonly id: ErrorGroupId; readonly at: string; readonly trace: string };

type Look = RegressionReads & {
  /** Everything that is kept when undefined. */
  readonly knownFromMs: number | undefined;
  readonly signal: AbortSignal;
};

async function regress(
  organization: OrganizationId,
  groups: readonly ErrorGroupRow[],
  { warehouse, topicLog, clock, knownFromMs = 0, signal }: Look,
): Promise<void> {
  const parameters = {
    organization,
    services: [...new Set(groups.map(({ service }) => service))],
    ids: groups.map(({ groupId }) => groupId),
    resolved: groups.map(({ sinceMs }) => sinceMs),
    // A group that was resolved after the look before may have errors that were known before it.
    known: Math.floor(Math.min(knownFromMs, ...groups.map(({ sinceMs }) => sinceMs)) / 1000),
  };
  const options = { reader: { organization }, signal, maxExecutionMs: limits.readMsMax };
  const seen = await warehouse.query<Seen>(statement, parameters, options);
  const byId = new Map(groups.map(row => [row.groupId, row]));
  const wishes = seen.flatMap(one => wishOf(one, byId.get(one.id)));
  await sendCommands(
    wishes.map(wish => ({ wish, envelope: envelopeOf(wish, clock()) })),
    { topicLog },
  );
}

const resolvedMs = `transform(toString(group_id), {ids:Array(String)}, {resolved:Array(Int64)}, 9223372036854775807)`;

const statement = `
  SELECT toString(group_id) AS id, toString(toUnixTimestamp64Milli(min(time))) AS at,
    toString(argMin(trace_id, (time, trace_id))) AS trace
  FROM errors
  WHERE organization = {organization:UUID} AND service IN {services:Array(String)}
    AND known >= toDateTime({known:UInt32}, 'UTC') AND group_id IN {ids:Array(UUID)}
    AND toUnixTimestamp64Milli(time) > ${resolvedMs}
  GROUP BY group_id`;

function wishOf({ at, trace }: Seen, row: ErrorGroupRow | undefined): readonly RegressErrorGroup[] {
  if (row === undefined) return [];
  const { organizationId, groupId, service, errorType, sinceMs: resolvedAtMs } = row;
  const data = {
    organizationId,
    groupId,
    service,
    errorType,
    resolvedAtMs,
    regressionId: regressionIdOf(organizationId, groupId, resolvedAtMs),
    seenAtMs: Number(at),
    traceId: trace.replaceAll('-', ''),
  };
  return [{ type: 'RegressErrorGroup', data }];
}

const envelopeOf = ({ data }: RegressErrorGroup, atMs: number) =>
  ownEnvelope({
    id: commandId(data.regressionId),
    organizationId: data.organizationId,
    stream: errorGroupStream(data.organizationId, data.groupId),
    atMs,
    actor: 'errors',
  });
