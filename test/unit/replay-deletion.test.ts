import { deepEqual, equal } from 'node:assert/strict';
import {
  type ReplayDeletionRow,
  replayDeletions,
} from '../../projections/replays/replay-deletions.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import { organizationId, sealed } from '../../schemas/ids.ts';
import type { ReplayDeletionCommand } from '../../schemas/replays/commands.ts';
import {
  type DeletedReplays,
  nothingDeleted,
  replayDeletionId,
  replayDeletionStream,
} from '../../schemas/replays/deletion.ts';
import { uuidV5 } from '../../schemas/uuid.ts';
import { limits } from '../../services/monitor/config.ts';
import { openDeletionPass } from '../../services/monitor/replays/pass.ts';
import { given, past, recordedAt, toEvent } from '../support/given.ts';
import { userCommand } from '../support/user-command.ts';

const owner = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const other = organizationId('99999999-67d8-5369-b5c4-53b455d2bbb3');
const idOf = (name: string) => replayDeletionId(uuidV5(owner, name));
const subjectOf = (name: string): string => uuidV5(other, name);
const [one, user] = [idOf('one'), idOf('user')];
const counts = { sessions: 1, chunks: 7, blobs: 6 };
const ofUser: DeletedReplays = { kind: 'user', userSealed: sealed('x'), found: 2 };
const part: DeletedReplays = { kind: 'sessions', subjects: [subjectOf('a')], parent: user };

const of = (deletionId = one) => ({ organizationId: owner, deletionId });
const command = (wish: ReplayDeletionCommand) => userCommand(wish, { atMs: 0, by: owner });
const requested = (what: DeletedReplays, deletionId = one) =>
  ({ type: 'ReplaysDeletionRequested', data: { ...of(deletionId), what } }) as const;
const request = (what: DeletedReplays) =>
  command({ type: 'DeleteReplays', data: { ...of(), what } });
const conclude = command({
  type: 'ConcludeReplayDeletion',
  data: { ...of(), deleted: counts },
});
const stream = replayDeletionStream(one);
const ended = { type: 'ReplaysDeleted', data: { ...of(), parent: user, deleted: counts } } as const;

describe('a deletion of recorded sessions', () => {
  it('begins once and ends once', () => {
    given()
      .when(request(part))
      .expect({ stream, facts: [requested(part)] });
    given(past(stream, requested(part)))
      .when(request(part))
      .expect();
    given(past(stream, requested(part)))
      .when(conclude)
      .expect({ stream, facts: [ended] });
    given(past(stream, requested(part)), past(stream, ended))
      .when(conclude)
      .expect();
    given().when(conclude).expect();
  });

  it('of a user counts what its parts took away', () => {
    const rows = new Map<string, ReplayDeletionRow | undefined>();
    const apply = (fact: Parameters<typeof toEvent>[0], atMs: number): void => {
      const event = toEvent(fact, atMs) as EventOf<'ReplaysDeletionRequested' | 'ReplaysDeleted'>;
      const recorded = recordedAt(atMs);
      for (const key of replayDeletions.keys(event, recorded))
        rows.set(key, replayDeletions.project(rows.get(key), event, key, recorded));
    };
    const open = () =>
      [...rows.values()].flatMap(row => (row ? [[row.deletionId, row.deleted]] : []));
    apply(requested(ofUser, user), 5);
    apply(requested(part), 6);
    deepEqual(open(), [
      [user, nothingDeleted],
      [one, nothingDeleted],
    ]);
    apply(ended, 7);
    deepEqual(open(), [[user, counts]]);
    apply({ type: 'ReplaysDeleted', data: { ...of(user), deleted: counts } }, 8);
    deepEqual(open(), []);
    apply(ended, 9);
    deepEqual(open(), []);
  });
});

/** A pass over sessions with a chunk each; what its statements and commands were. */
function openWorld(nowMs: () => number) {
  const statements: string[] = [];
  const commands: { readonly type: string; readonly data: { deleted: unknown } }[] = [];
  const left = new Set<string>();
  const pass = openDeletionPass({
    clock: nowMs,
    keyring: { unseal: async () => undefined, macOf: async () => Buffer.alloc(32) },
    blobStore: {
      list: async function* (prefix) {
        yield `${prefix}0-hash`;
      },
      delete: async () => undefined,
    },
    warehouse: {
      query: async <Row>(_: string, { subjects }: { readonly subjects?: unknown }) =>
        (subjects as string[])
          .filter(subject => left.has(subject))
          .map(subject => ({ subject, count: '1', days: ['2026-11-25'] })) as Row[],
      command: async sql => {
        statements.push(sql);
        for (const subject of left) if (sql.includes(subject)) left.delete(subject);
      },
    },
    topicLog: {
      lag: async () => [],
      append: async (_, records) => {
        for (const { value } of records) commands.push(JSON.parse(Buffer.from(value).toString()));
        return [];
      },
    },
  });
  const look = (rows: readonly ReplayDeletionRow[]) => pass(rows, new AbortController().signal);
  return { statements, commands, left, look };
}

const rowOf = (organization: typeof owner, name: string, requestedAtMs = 0): ReplayDeletionRow => ({
  organizationId: organization,
  deletionId: idOf(`${organization} ${name}`),
  what: { kind: 'sessions', subjects: [subjectOf(`${organization} ${name}`)] },
  requestedAtMs,
  deleted: nothingDeleted,
});

describe('the deletions of one look', () => {
  const sessionsIn = (sql: string): number => sql.split('toUUID(').length - 2;
  const subjectsOf = (rows: readonly ReplayDeletionRow[]): string[] =>
    rows.flatMap(({ what }) => (what.kind === 'sessions' ? what.subjects : []));

  it('are as many as a turn of an organization has, and the other one has its turn, too', async () => {
    const { statements, left, look } = openWorld(() => 1);
    const many = Array.from({ length: limits.replays.sessionsAtOnceMax + 100 }, (_, index) =>
      rowOf(owner, String(index), index),
    );
    const rows = [...many, rowOf(other, 'only')];
    for (const subject of subjectsOf(rows)) left.add(subject);
    await look(rows);
    deepEqual(statements.map(sessionsIn), [limits.replays.sessionsAtOnceMax, 1]);
    deepEqual([...left], subjectsOf(many.slice(limits.replays.sessionsAtOnceMax)));
    await look(rows);
    deepEqual([statements.length, left.size], [3, 0]);
  });

  it('are over when what was on its way is deleted, which counts as well', async () => {
    let nowMs = 0;
    const { commands, left, look, statements } = openWorld(() => nowMs);
    const row = rowOf(owner, 'one');
    const [subject = ''] = subjectsOf([row]);
    left.add(subject);
    await look([row]);
    await look([row]);
    deepEqual([statements.length, commands.length], [1, 0]);
    left.add(subject);
    nowMs = limits.replays.settleMs;
    await look([row]);
    await look([row]);
    equal(statements.length, 2);
    deepEqual(
      commands.map(({ type, data }) => [type, data.deleted]),
      // A content of the day and one of the next, each time.
      [['ConcludeReplayDeletion', { sessions: 1, chunks: 2, blobs: 4 }]],
    );
  });
});
