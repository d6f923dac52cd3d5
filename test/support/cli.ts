import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { run } from '../../services/cli/run.ts';
import type { StartServer } from '../../services/cli/server.ts';

export type Said = {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** Standard output as NDJSON. */
  readonly records: readonly Record<string, unknown>[];
};

/** One command line in this process, with nothing from its environment, and without a terminal unless errors are shown on one. */
export async function tidemark(
  argv: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  ended: AbortSignal = new AbortController().signal,
  columns?: number,
  isTTY = false,
): Promise<Said> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  Object.assign(stdout, { columns });
  Object.assign(stderr, { isTTY });
  const said = Promise.all([text(stdout), text(stderr)]);
  const streams = { stdin, stdout, stderr };
  const code = await run({ argv, environment, streams, startServer, ended });
  stdout.end();
  stderr.end();
  const [out, err] = await said;
  return {
    code,
    out,
    err,
    get records() {
      return out
        .trim()
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line));
    },
  };
}

const startServer: StartServer = async options =>
  (await import('../../services/serve.ts')).startTidemark(options);
