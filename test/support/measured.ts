import { fork } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../platform/package.ts';
import type { StoredEvent } from './fixtures.ts';
import type { Asked, Figures, MeasuredOptions, Said } from './measured-process.ts';
import { nodeEnvironment, nodeFlags } from './node-flags.ts';
import { clientOf } from './server.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

export type MeasuredServer = Awaited<ReturnType<typeof startMeasured>>;

/**
 * A whole Tidemark in a process of its own that tells how long its event loop stood still and how
 * much memory it has, undisturbed by what a test does.
 *  root  the source's folder or that of a build
 */
export async function startMeasured(
  root: string,
  environment: MeasuredOptions['environment'] = {},
) {
  const folder = await temporaryFolder();
  const options: MeasuredOptions = { root, dataDir: folder.path, environment };
  const child = fork(
    join(packageRoot(), 'test/support/measured-process.ts'),
    [JSON.stringify(options)],
    {
      execArgv: [...nodeFlags, '--expose-gc', '--import', 'tsx'],
      env: { ...process.env, ...nodeEnvironment },
    },
  );
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  const codes = new Map<string, string>();
  const answers = new Map<number, Figures>();
  let url: string | undefined;
  let isAlive = true;
  child.on('message', (said: Said) => {
    if ('url' in said) url = said.url;
    else if ('code' in said) codes.set(said.to, said.code);
    else answers.set(said.id, said.figures);
  });
  child.once('exit', () => {
    isAlive = false;
    process.off('exit', end);
  });
  const heard = <Found>(what: string, look: () => Found | undefined): Promise<Found> =>
    until(
      what,
      () => {
        if (!isAlive) throw new Error(`expected ${what}, the server ended`);
        return look();
      },
      answerMsMax,
    );
  let asked = 0;
  const ask = (what: Asked['what'], more: Pick<Asked, 'events'> = {}): Promise<Figures> => {
    const id = ++asked;
    child.send({ id, what, ...more } satisfies Asked);
    return heard(`an answer to ${what}`, () => answers.get(id));
  };
  const address = await heard('the server to listen', () => url);
  return {
    url: address,
    ...clientOf(address, email => heard(`the code for ${email}`, () => codes.get(email))),
    settled: () => ask('settled'),
    reset: () => ask('reset'),
    append: (events: readonly StoredEvent[]) => ask('append', { events }),
    close: async () => {
      if (isAlive) child.send({ id: 0, what: 'stop' } satisfies Asked);
      await until('the server to stop', () => !isAlive, answerMsMax);
      await folder.remove();
    },
  };
}

const answerMsMax = 130_000;
