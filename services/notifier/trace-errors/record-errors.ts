import { KeyDestroyed, type Keyring } from '../../../platform/keyring/port.ts';
import type { AssignedPartition, LogRecord } from '../../../platform/topic-log/port.ts';
import { uuidV5 } from '../../../platform/uuid.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { feed, feedKey } from '../../../projections/webhooks/feed.ts';
import { webhookKey, webhooks } from '../../../projections/webhooks/webhooks.ts';
import { type DomainEvent, type EventOf, eventVersion } from '../../../schemas/events/event.ts';
import { type EventId, eventId, type OrganizationId } from '../../../schemas/ids.ts';
import { signalHeaders } from '../../../schemas/topics.ts';
import { errorsSignal, type TraceErrorNotification } from '../../../schemas/traces/arrivals.ts';
import { type TraceErrorEvent, traceErrorsStream } from '../../../schemas/webhooks/trace-errors.ts';
import { notifierLimits } from '../config.ts';
import {
  afterReport,
  type ClearTraceFailed,
  nothingReported,
  onFailures,
  type ReportedErrors,
  type TraceErrorFact,
  unrecordedFacts,
} from '../core/trace-errors/reported.ts';
import { unreportedErrors } from '../core/trace-errors/unreported.ts';
import type { NotifierDependencies } from '../dependencies.ts';

type Dependencies = Required<NotifierDependencies>;

/** What is known about the organizations of a partition; read from their streams when it is needed. */
type Known = Map<OrganizationId, ReportedErrors>;

/**
 * Makes events of what failed in traces, for organizations with a webhook that wants them, until the signal aborts. Each
 * event says up to which record its stream has considered everything, so records that are read again change nothing.
 * Rejects with `RevisionConflict` when another process does the same.
 */
export async function recordTraceErrors(
  dependencies: Dependencies,
  partition: AssignedPartition,
  signal: AbortSignal,
): Promise<void> {
  const { signalsRead, signalsUncommittedMax } = notifierLimits;
  const known: Known = new Map();
  let offset = (await partition.committed())?.offset ?? 0;
  let uncommitted = 0;
  while (!signal.aborted) {
    const records = await partition.read(offset, signalsRead);
    await recordAll(records, known, dependencies, signal);
    uncommitted += records.length;
    offset = (records.at(-1)?.offset ?? offset - 1) + 1;
    const isDue = records.length === 0 ? uncommitted > 0 : uncommitted >= signalsUncommittedMax;
    if (!isDue || signal.aborted) continue;
    await partition.commit({ offset, metadata: '' });
    uncommitted = 0;
  }
}

async function recordAll(
  records: readonly LogRecord[],
  known: Known,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  if (known.size > notifierLimits.organizationsKnownMax) known.clear();
  const touched = new Set<OrganizationId>();
  for (const record of records) {
    if (signal.aborted) return;
    if (record.headers[signalHeaders.kind] !== errorsSignal) continue;
    const id = record.headers[signalHeaders.organization] as OrganizationId;
    await recordOne(id, record, known, dependencies, signal);
    touched.add(id);
  }
  const offset = records.at(-1)?.offset ?? -1;
  for (const id of touched) {
    const reported = known.get(id);
    const facts = reported && unrecordedFacts(reported, offset, dependencies.now());
    if (reported && facts) known.set(id, await append(reported, facts, dependencies));
  }
}

async function recordOne(
  id: OrganizationId,
  { offset, value }: LogRecord,
  known: Known,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  const { projections, now } = dependencies;
  const state = await projections.state({ signal });
  if (!isWanted(id, state)) return;
  const reported = known.get(id) ?? (await reportedBefore(id, dependencies));
  known.set(id, reported);
  if (offset <= reported.offset) return;
  const { errors, more }: TraceErrorNotification = JSON.parse(Buffer.from(value).toString());
  const nowMs = now();
  const reportedAtMs = (event: DomainEvent['id']) => state.get(feed, feedKey(id, event))?.atMs;
  const unreported = unreportedErrors(id, errors, reportedAtMs, nowMs);
  const { facts, reported: after } = onFailures(reported, { offset, unreported, more }, nowMs);
  known.set(id, await append(after, facts, dependencies, nowMs));
}

/** More than an organization may have. */
const webhooksReadMax = 1_000;

const isWanted = (id: OrganizationId, state: DomainState): boolean =>
  state
    .list(webhooks, { prefix: webhookKey(id, ''), limit: webhooksReadMax })
    .some(({ row }) => row.webhook.enabled && row.webhook.events.includes('trace.error'));

async function reportedBefore(
  id: OrganizationId,
  { eventStore }: Pick<Dependencies, 'eventStore'>,
): Promise<ReportedErrors> {
  const nothing = nothingReported(id);
  for await (const { event, revision } of eventStore.readStreamBackwards(traceErrorsStream(id)))
    if (isReport(event)) return afterReport(nothing, event, revision);
  return nothing;
}

const isReport = (event: DomainEvent): event is EventOf<TraceErrorEvent['type']> =>
  event.type === 'TraceFailed' || event.type === 'TraceErrorsHeldBack';

async function append(
  reported: ReportedErrors,
  facts: readonly TraceErrorFact[],
  { eventStore, keyring, now, log }: Dependencies,
  atMs = now(),
): Promise<ReportedErrors> {
  if (facts.length === 0) return reported;
  const { organizationId, revision } = reported;
  const events = await Promise.all(
    facts.map(async ({ id, fact }, place) => {
      const sealed = fact.type === 'TraceFailed' ? await sealMessage(fact, keyring) : fact;
      return eventOf(reported, { id, fact: sealed }, { place, atMs });
    }),
  );
  await eventStore.append(traceErrorsStream(organizationId), events, revision);
  const last = events.at(-1);
  if (last === undefined || !isReport(last)) throw new Error('expected an event about traces');
  const after = afterReport(reported, last, revision + events.length);
  if (after.heldBack > 0)
    log.warn({ organizationId, traces: after.heldBack }, 'trace.error held back');
  return after;
}

async function sealMessage(
  { type, data: { error, ...rest } }: ClearTraceFailed,
  keyring: Pick<Keyring, 'seal'>,
): Promise<TraceErrorEvent> {
  const { message, ...known } = error;
  if (message === '') return { type, data: { ...rest, error: known } };
  const owner = { kind: 'organization', id: rest.organizationId } as const;
  const messageSealed = await keyring.seal(owner, message).catch(unlessDestroyed);
  if (messageSealed === undefined) return { type, data: { ...rest, error: known } };
  return { type, data: { ...rest, error: { ...known, messageSealed } } };
}

/** An organization that is being erased keeps no text. */
function unlessDestroyed(error: unknown): undefined {
  if (!(error instanceof KeyDestroyed)) throw error;
}

/** One name for one place in the stream: an append that is repeated adds nothing. */
function eventOf(
  { organizationId, revision }: ReportedErrors,
  { id, fact }: { readonly id: EventId | undefined; readonly fact: TraceErrorEvent },
  { place, atMs }: { readonly place: number; readonly atMs: number },
): DomainEvent {
  const name = eventId(uuidV5(organizationId, `${fact.type} ${revision + 1 + place}`));
  return {
    ...fact,
    id: id ?? name,
    version: eventVersion,
    organizationId,
    atMs,
    causationId: name,
    correlationId: name,
    actor: 'notifier',
  };
}
