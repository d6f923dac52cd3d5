import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { latestBackup } from '../../platform/backup/catalogue.ts';
import { restoreBackup } from '../../platform/backup/restore.ts';
import { beginBackup } from '../../platform/backup/writer.ts';
import { openLog } from '../../platform/log.ts';
import { adminLimits } from '../../services/admin/config.ts';
import { type Jobs, openJobs } from '../../services/admin/jobs.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const log = openLog({ level: 'silent', pretty: false });
const forever = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('jobs of operators', () => {
  let jobs: Jobs;
  beforeEach(() => {
    jobs = openJobs({ clock: () => 1_000, log });
  });
  afterEach(() => jobs.stop());

  const ended = (id: string) =>
    until('the job to end', () => {
      const job = jobs.find(id);
      return job?.state === 'running' ? undefined : job;
    });

  it('show what they tell, and their result when they have ended', async () => {
    const { id } = jobs.start('verification', async tell => {
      tell({ step: 'spans', done: 3, total: 4 });
      return { verification: { holds: true, checks: [] } };
    });
    const job = await ended(id);
    deepEqual(
      [job.state, job.done, job.total, job.verification?.holds, job.ended_at],
      ['succeeded', 3, 4, true, '1970-01-01T00:00:01.000Z'],
    );
  });

  it('run once of each kind', async () => {
    jobs.start('backup', (_, signal) => forever(signal));
    try {
      jobs.start('backup', async () => ({}));
      ok(false, 'expected a refusal');
    } catch (error) {
      match(String(error), /a backup is under way already/);
    }
    const { id } = jobs.start('verification', async () => ({}));
    equal((await ended(id)).state, 'succeeded');
  });

  it('say why they failed, also when the process stops', async () => {
    const { id } = jobs.start('verification', (_, signal) => forever(signal));
    await jobs.stop();
    deepEqual([jobs.find(id)?.state, jobs.find(id)?.error], ['failed', 'the process stopped']);
  });

  it('can be cancelled while they run, and another may begin then', async () => {
    const { id } = jobs.start('rebuild', (_, signal) => forever(signal));
    await jobs.cancel(id);
    const job = jobs.find(id);
    deepEqual(
      [job?.state, job?.error, job?.ended_at],
      ['cancelled', null, '1970-01-01T00:00:01.000Z'],
    );
    const other = await ended(jobs.start('rebuild', async () => ({})).id);
    await jobs.cancel(other?.id ?? '');
    equal(jobs.find(other?.id ?? '')?.state, 'succeeded');
    await jobs.cancel('unknown');
  });

  it('are remembered up to a limit, the latest first', async () => {
    for (let count = 0; count <= adminLimits.jobsMax; count++)
      await ended(jobs.start('verification', async () => ({})).id);
    const { id } = jobs.start('backup', async () => ({}));
    await ended(id);
    deepEqual([jobs.list().length, jobs.list()[0]?.id], [adminLimits.jobsMax, id]);
  });
});

describe('a folder of backups', () => {
  let folder: TemporaryFolder;
  const at = (...names: readonly string[]): string => join(folder.path, ...names);
  const signal = new AbortController().signal;

  beforeEach(async () => {
    folder = await temporaryFolder();
    await mkdir(at('data/blobs'), { recursive: true });
    await writeFile(at('data/blobs/one'), 'one');
    await writeFile(at('data/identity.json'), '{}');
  });
  afterEach(() => folder.remove());

  const begin = (startedAtMs: number, name = 'backups') =>
    beginBackup(at(name), { dataDir: at('data'), startedAtMs });
  const backUp = async (startedAtMs: number) => {
    const writer = await begin(startedAtMs);
    const source = { root: at('data'), under: '', isImmutable: () => true };
    await writer.add(source, () => undefined, signal);
    return { ...(await writer.finish('1.0.0', startedAtMs + 1)), backup: writer.backup };
  };
  const restore = (from: string) => restoreBackup(from, at('restored'), () => undefined);

  it('holds none while one is being made, and the next one removes what is left of it', async () => {
    await begin(1_000);
    equal(await latestBackup(at('backups')), undefined);
    await rejects(restore(at('backups')), /there is no finished backup in /);
    const { backup } = await backUp(2_000);
    deepEqual(await readdir(at('backups')), ['1970-01-01T00-00-02.000Z']);
    equal(await latestBackup(at('backups')), backup);
  });

  it('shares unchanged files, each of which outlives the backup that it came with', async () => {
    const first = await backUp(1_000);
    await writeFile(at('data/identity.json'), '{"changed":true}');
    const second = await backUp(2_000);
    deepEqual([first.shared_bytes, second.shared_bytes, second.bytes], [0, 3, 19]);
    await rm(first.backup, { recursive: true });
    const { backup, summary } = await restore(at('backups'));
    deepEqual([backup, summary.files], [second.backup, 2]);
    deepEqual((await readdir(at('restored'))).sort(), ['blobs', 'identity.json']);
  });

  it('is restored from the backup that is named', async () => {
    const first = await backUp(1_000);
    await backUp(2_000);
    equal((await restore(first.backup)).backup, first.backup);
  });

  it('is refused where a file is missing', async () => {
    const { backup } = await backUp(1_000);
    await rm(join(backup, 'data/blobs/one'));
    await rejects(restore(backup), /blobs\/one cannot be copied/);
    await rejects(readdir(at('restored')));
  });

  it('lies outside of the data folder', async () => {
    await rejects(begin(1_000, 'data/backups'), /lies in the data folder/);
  });
});
