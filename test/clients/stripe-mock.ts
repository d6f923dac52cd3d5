import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Context } from 'mocha';
import { buildStep, type CachedProgram, cachedProgram } from '../support/cached-program.ts';
import { freePort } from '../support/free-ports.ts';
import { until } from '../support/until.ts';

const version = 'v0.203.0';

/** Answers with examples of Stripe's own description of its API, and refuses requests that it does not describe. It keeps no state. */
const stripeMock = (): Promise<CachedProgram> =>
  cachedProgram({
    name: `stripe-mock-${version}`,
    files: [],
    build: async folder => {
      await buildStep(['go', 'install', `github.com/stripe/stripe-mock@${version}`], { folder });
      return join(folder, 'stripe-mock');
    },
  });

/** Skips visibly where it cannot be built, or fails when REQUIRE_CLIENTS is 1. */
export async function startStripeMock(context: Context) {
  const built = await stripeMock();
  if ('missing' in built) {
    const reason = `no stripe-mock, since ${built.missing}`;
    if (process.env.REQUIRE_CLIENTS === '1') throw new Error(reason);
    process.stdout.write(`      skipped: ${reason}\n`);
    return context.skip();
  }
  const port = await freePort();
  const child: ChildProcess = spawn(built.path, ['-http-port', String(port)], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await until('stripe-mock to answer', () =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  );
  return {
    url,
    stop: async (): Promise<void> => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
