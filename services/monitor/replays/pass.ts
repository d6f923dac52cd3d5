import type { BlobStore } from '../../../platform/blob-store/port.ts';
import type { Keyring } from '../../../platform/keyring/port.ts';
import type { TopicLog } from '../../../platform/topic-log/port.ts';
import type { Warehouse } from '../../../platform/warehouse/port.ts';
import type { ReplayDeletionRow } from '../../../projections/replays/replay-deletions.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import {
  type DeletedReplays,
  nothingDeleted,
  type ReplayDeletionCounts,
  type ReplayDeletionId,
  sumOfDeleted,
} from '../../../schemas/replays/deletion.ts';
import { consumers } from '../../../schemas/topics.ts';
import { limits } from '../config.ts';
import { untilHandled } from '../erasure/until-handled.ts';
import { concludeDeletion, deleteFound } from './commands.ts';
import { type ErasedSession, eraseSessions } from './erase-sessions.ts';
import { findSessions } from './find-sessions.ts';

type PassDependencies = {
  readonly topicLog: Pick<TopicLog, 'append' | 'lag'>;
  readonly warehouse: Pick<Warehouse, 'query' | 'command'>;
  readonly blobStore: Pick<BlobStore, 'list' | 'delete'>;
  readonly keyring: Pick<Keyring, 'unseal' | 'macOf'>;
  readonly clock: () => number;
};

type Of<Kind extends DeletedReplays['kind']> = ReplayDeletionRow & {
  readonly what: Extract<DeletedReplays, { readonly kind: Kind }>;
};
type OfSessions = Of<'sessions'>;
type OfUser = Of<'user'>;

/** `started`: a first attempt is made; what came late is deleted with the second one, after which it is over. */
type Progress = { readonly deleted: ReplayDeletionCounts; readonly isOver: boolean };

/**
 * One look at the deletions that are not over. Each organization has one turn in it. A deletion is attempted at once, and again
 * when a chunk that was on its way has been stored; the second attempt ends it. What this process deleted is counted.
 */
export function openDeletionPass(dependencies: PassDependencies) {
  const progress = new Map<ReplayDeletionId, Progress>();
  return async (rows: readonly ReplayDeletionRow[], signal: AbortSignal): Promise<void> => {
    forgetOthers(progress, rows);
    const isAnySettled = rows.some(row => isSettled(row, dependencies.clock()));
    const settledBeforeMs = dependencies.clock() - limits.replays.settleMs;
    // Rows of what was stored by then are in the warehouse afterwards.
    if (isAnySettled) await untilHandled(dependencies.topicLog, signal, [consumers.samples]);
    for (const own of byOrganization(rows)) {
      const turn = { own, progress, settledBeforeMs };
      await deleteSessions(turn, dependencies, signal);
      await findOfUsers(turn, dependencies, signal);
    }
  };
}

type Turn = {
  readonly own: readonly ReplayDeletionRow[];
  readonly progress: Map<ReplayDeletionId, Progress>;
  /** Deletions of then or before may be over. */
  readonly settledBeforeMs: number;
};

async function deleteSessions(
  { own, progress, settledBeforeMs }: Turn,
  dependencies: PassDependencies,
  signal: AbortSignal,
): Promise<void> {
  const isDue = ({ deletionId, requestedAtMs }: OfSessions): boolean => {
    const made = progress.get(deletionId);
    return made === undefined || (!made.isOver && requestedAtMs <= settledBeforeMs);
  };
  const due = atOnce(own.filter(isOfSessions).filter(isDue));
  const [first] = due;
  if (first === undefined) return;
  const subjects = [...new Set(due.flatMap(({ what }) => what.subjects))];
  const erased = await eraseSessions(first.organizationId, subjects, dependencies, signal);
  for (const row of due) {
    const isOver = row.requestedAtMs <= settledBeforeMs;
    const deleted = withErased(progress.get(row.deletionId)?.deleted, row, erased);
    if (isOver) await concludeDeletion(row, deleted, dependencies);
    progress.set(row.deletionId, { deleted, isOver });
  }
}

/** As many deletions as an organization has in its turn, the oldest first. */
function atOnce(due: readonly OfSessions[]): readonly OfSessions[] {
  let sessions = 0;
  return due
    .toSorted((left, right) => left.requestedAtMs - right.requestedAtMs)
    .filter(({ what }, index) => {
      sessions += what.subjects.length;
      return index === 0 || sessions <= limits.replays.sessionsAtOnceMax;
    });
}

/** A session of which something came late counts once. */
function withErased(
  before: ReplayDeletionCounts = nothingDeleted,
  { what: { subjects } }: OfSessions,
  erased: ReadonlyMap<string, ErasedSession>,
): ReplayDeletionCounts {
  const found = subjects.flatMap(subject => erased.get(subject) ?? []);
  const now = found.reduce<ReplayDeletionCounts>(
    (sum, each) => sumOfDeleted(sum, { sessions: 1, ...each }),
    nothingDeleted,
  );
  return { ...sumOfDeleted(before, now), sessions: Math.max(before.sessions, now.sessions) };
}

/** A user has one part under way at a time, and is done when no session is found any more. */
async function findOfUsers(
  { own, progress, settledBeforeMs }: Turn,
  dependencies: PassDependencies,
  signal: AbortSignal,
): Promise<void> {
  for (const row of own.filter(isOfUser)) {
    const { organizationId, deletionId, requestedAtMs, what } = row;
    const { userSealed } = what;
    if (progress.get(deletionId)?.isOver || hasPart(row, own)) continue;
    const user = { organizationId, userSealed, requestedAtMs };
    const subjects = await findSessions(user, dependencies, signal);
    if (subjects.length > 0) await deleteFound(row, subjects, dependencies);
    else if (requestedAtMs <= settledBeforeMs) {
      await concludeDeletion(row, row.deleted, dependencies);
      progress.set(deletionId, { deleted: row.deleted, isOver: true });
    }
  }
}

const hasPart = ({ deletionId }: OfUser, own: readonly ReplayDeletionRow[]): boolean =>
  own.some(({ what }) => what.kind === 'sessions' && what.parent === deletionId);

const isOfSessions = (row: ReplayDeletionRow): row is OfSessions => row.what.kind === 'sessions';
const isOfUser = (row: ReplayDeletionRow): row is OfUser => row.what.kind === 'user';

function byOrganization(
  rows: readonly ReplayDeletionRow[],
): readonly (readonly ReplayDeletionRow[])[] {
  const groups = new Map<OrganizationId, ReplayDeletionRow[]>();
  for (const row of rows) {
    const group = groups.get(row.organizationId);
    if (group === undefined) groups.set(row.organizationId, [row]);
    else group.push(row);
  }
  return [...groups.values()];
}

/** Those that are over, or somebody else's now. */
function forgetOthers(progress: Turn['progress'], rows: readonly ReplayDeletionRow[]): void {
  const open = new Set(rows.map(({ deletionId }) => deletionId));
  for (const id of progress.keys()) if (!open.has(id)) progress.delete(id);
}

const isSettled = ({ requestedAtMs }: ReplayDeletionRow, nowMs: number): boolean =>
  requestedAtMs <= nowMs - limits.replays.settleMs;
