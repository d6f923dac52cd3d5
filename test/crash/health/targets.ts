import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Random } from '../../../services/cli/demo/random.ts';
import { openScript } from './script.ts';

export type Targets = {
  readonly urlOf: (target: string) => string;
  /** Requests by target: how many got a good response, and how many a bad one. */
  readonly answered: ReadonlyMap<string, { readonly passed: number; readonly failed: number }>;
  /** From now on every response is good. */
  readonly heal: () => void;
  readonly close: () => void;
};

/**
 * Endpoints of checks that outlive the servers of a run.
 *  asked  is called with each request before its sender gets a response
 */
export async function openTargets(random: Random, asked: () => Promise<void>): Promise<Targets> {
  const scripts = new Map<string, () => boolean>();
  const answered = new Map<string, { passed: number; failed: number }>();
  let isHealed = false;
  const server = createServer(async ({ url = '' }, response) => {
    const script = scripts.get(url) ?? openScript(random);
    scripts.set(url, script);
    const isGood = isHealed || script();
    const { passed, failed } = answered.get(url) ?? { passed: 0, failed: 0 };
    answered.set(url, isGood ? { passed: passed + 1, failed } : { passed, failed: failed + 1 });
    await asked();
    response.writeHead(isGood ? 200 : 503).end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: target => `http://127.0.0.1:${port}/${target}`,
    answered,
    heal: () => {
      isHealed = true;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
