import { isAbsolute } from 'node:path';
import type { Handler } from '../../platform/http/handler.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import type { AdminJob } from '../../schemas/admin/jobs.ts';
import type { AdminContext } from './context.ts';

/** `backup`: a copy of the data folder as of now, made while others go on. */
export const backUp =
  ({ backUp: make, jobs, clock }: AdminContext): Handler<'adminBackUp'> =>
  async ({ body: { folder } }) => {
    if (make === undefined) throw new HttpProblem(onServers);
    if (!isAbsolute(folder)) throw notAbsolute(folder);
    const startedAtMs = clock();
    const job = jobs.start('backup', async (tell, signal) => {
      const report = await make({
        folder,
        startedAtMs,
        onProgress: ({ step, files }) => tell({ step, done: files, total: null }),
        signal,
      });
      return { backup: reportOf(report) };
    });
    return { status: 202, body: job };
  };

const onServers = {
  status: 409,
  code: 'conflict',
  message:
    'this server keeps its data in Kafka, ClickHouse, KurrentDB or S3, which have backups of their own: see "Backup and restore" in deploy/README.md',
} as const;

const notAbsolute = (folder: string): HttpProblem =>
  new HttpProblem({
    status: 400,
    code: 'invalid_request',
    message: `expected folder to be an absolute path on the machine of the server, got ${folder}`,
  });

type Made = Awaited<ReturnType<NonNullable<AdminContext['backUp']>>>;

const reportOf = ({ backup, ...summary }: Made): NonNullable<AdminJob['backup']> => ({
  folder: backup,
  started_at: summary.started_at,
  finished_at: summary.finished_at,
  files: summary.files,
  bytes: summary.bytes,
  shared_bytes: summary.shared_bytes,
});
