import { deepEqual, equal, ok } from 'node:assert/strict';
import { replaySettingsOf, replaysKeptMs } from '../../projections/replays/replay-settings.ts';
import { dayOf } from '../../schemas/day.ts';
import { dayMs } from '../../schemas/durations.ts';
import { organizationId } from '../../schemas/ids.ts';
import { replaySubject, replaysStream } from '../../schemas/replays/ids.ts';
import { type ReplaySettings, replaySettingDefaults } from '../../schemas/replays/settings.ts';
import { isSampled } from '../../services/ingest-api/replays/sampling.ts';
import { createRetentionPass } from '../../services/monitor/replays/retention.ts';
import { given, past } from '../support/given.ts';
import { userCommand } from '../support/user-command.ts';

const owner = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const other = organizationId('99999999-67d8-5369-b5c4-53b455d2bbb3');
const nowMs = Date.UTC(2026, 10, 20, 15);
const serverKeptMs = 30 * dayMs;

const sessions = Array.from({ length: 5_000 }, (_, index) => replaySubject(owner, `${index}`));

describe('Settings that an earlier release stored', () => {
  const { maskUserId: _, ...stored } = { ...replaySettingDefaults, maskText: true };
  const settings = stored as ReplaySettings;

  it('have the defaults of what it did not know', () => {
    const row = { organizationId: owner, settings };
    const read = replaySettingsOf(owner, { get: () => row as never });
    deepEqual(read, { ...replaySettingDefaults, maskText: true });
  });

  it('can be changed in what it did not know', () => {
    const stream = replaysStream(owner);
    const changed = (after: ReplaySettings) =>
      ({
        type: 'ReplaySettingsChanged',
        data: { organizationId: owner, settings: after },
      }) as const;
    const set = (maskUserId: boolean) =>
      userCommand(
        { type: 'ChangeReplaySettings', data: { organizationId: owner, changes: { maskUserId } } },
        { atMs: 0, by: owner },
      );
    const before = given(past(stream, changed(settings)));
    const after = { ...replaySettingDefaults, maskText: true, maskUserId: true };
    before.when(set(true)).expect({ stream, facts: [changed(after)] });
    before.when(set(false)).expect();
  });
});

describe('The sample of sessions', () => {
  it('has as many as are wanted, the same ones each time, and with a larger share all of a smaller one', () => {
    const kept = (percent: number) => sessions.filter(each => isSampled(each, percent));
    deepEqual([kept(0).length, kept(100).length], [0, sessions.length]);
    for (const percent of [1, 10, 50, 90]) {
      const share = (100 * kept(percent).length) / sessions.length;
      equal(Math.abs(share - percent) < 3, true, `${share} of ${percent}`);
      deepEqual(kept(percent), kept(percent));
      const larger = new Set(kept(percent + 5));
      deepEqual(
        kept(percent).filter(each => !larger.has(each)),
        [],
      );
    }
  });
});

const dayIn = (partition: number): string =>
  String(partition).replace(/(\d{4})(\d\d)(\d\d)/u, '$1-$2-$3');

/** A content and a row of each organization for each of the last 40 days, and the look of the monitor. */
function openWorld(days: { retention: number | null }) {
  const all = Array.from({ length: 40 }, (_, ago) => dayOf(nowMs - ago * dayMs));
  const both = [owner, other];
  const blobs = new Set(all.flatMap(day => both.map(of => `replays/${day}/${of}/s/0-a`)));
  const rows = new Set(all.flatMap(day => both.map(of => `${day} ${of}`)));
  const asked = { lists: 0 };
  const clock = { nowMs };
  const settings = () => ({ ...replaySettingDefaults, retentionDays: days.retention });
  const look = createRetentionPass(
    {
      blobStore: {
        list: async function* (prefix) {
          asked.lists++;
          yield* [...blobs].filter(name => name.startsWith(prefix));
        },
        delete: async name => void blobs.delete(name),
      },
      warehouse: {
        query: async (_, { organizations, partition }) =>
          (organizations as string[])
            .filter(of => rows.has(`${dayIn(Number(partition))} ${of}`))
            .map(organization => ({ organization })) as never,
        command: async sql => {
          const day = dayIn(Number(/PARTITION (\d+)/u.exec(sql)?.[1]));
          for (const [, of] of sql.matchAll(/toUUID\('([^']+)'\)/gu)) rows.delete(`${day} ${of}`);
        },
      },
      projections: {
        list: () => [{ key: owner, row: { organizationId: owner, settings: settings() } as never }],
      },
      clock: () => clock.nowMs,
      configuration: { retention: { spansMs: serverKeptMs } },
    },
    () => true,
  );
  const left = (of: string) =>
    [blobs, rows].map(each => [...each].filter(name => name.includes(of)).length);
  return { blobs, asked, clock, left, look: () => look(new AbortController().signal) };
}

describe('Sessions that an organization wants kept for less time', () => {
  it('are deleted with what is known of them once the whole day is older; those of others stay', async () => {
    const { look, left, blobs } = openWorld({ retention: 7 });
    await look();
    // What the server keeps no longer, its own sweep and the table delete.
    const [contents = 0, known = 0] = left(owner);
    deepEqual([contents, known], [16, 16]);
    equal(blobs.has(`replays/${dayOf(nowMs - 7 * dayMs)}/${owner}/s/0-a`), true);
    equal(blobs.has(`replays/${dayOf(nowMs - 8 * dayMs)}/${owner}/s/0-a`), false);
    deepEqual(left(other), [40, 40]);
  });

  it('are looked for by organization and day, each day once', async () => {
    const days = { retention: 7 as number | null };
    const { look, asked, clock } = openWorld(days);
    await look();
    const first = asked.lists;
    ok(first > 20 && first < 26);
    await look();
    equal(asked.lists, first);
    clock.nowMs += dayMs;
    await look();
    equal(asked.lists, first + 1);
    days.retention = 3;
    await look();
    equal(asked.lists, first + 5);
    days.retention = null;
    clock.nowMs += dayMs;
    await look();
    equal(asked.lists, first + 5);
  });

  it('are kept no longer than the server keeps them', () => {
    const keptMs = [40, null, 3].map(retentionDays =>
      replaysKeptMs({ retentionDays }, serverKeptMs),
    );
    deepEqual(keptMs, [serverKeptMs, serverKeptMs, 3 * dayMs]);
  });
});
