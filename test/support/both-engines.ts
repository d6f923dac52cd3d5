import type { Context, Suite } from 'mocha';
import { startCluster, type WholeTidemark } from './cluster.ts';
import { startObservedServer } from './observed-server.ts';
import { serversOrSkip } from './servers.ts';

/** Begins a Tidemark for a suite, in its `before`. */
export type Start = (context: Context) => Promise<WholeTidemark>;

/** Declares a suite twice: on one process with everything embedded, and on a process for each role with servers. */
export function onBothEngines(title: string, suite: (this: Suite, start: Start) => void): void {
  describe(`${title} (one process)`, function () {
    suite.call(this, () => startObservedServer());
  });
  describe(`${title} (a process for each role)`, function () {
    suite.call(this, async context => startCluster(await serversOrSkip(context)));
  });
}
