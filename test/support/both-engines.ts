import type { Context, Suite } from 'mocha';
import type { WholeTidemark } from './cluster.ts';
import { startObservedServer } from './observed-server.ts';
import { commonSettings, sharedCluster } from './shared-cluster.ts';

/** Begins a Tidemark for a suite, in its `before`; with settings of its own where it is given some. */
export type Start = (
  context: Context,
  environment?: Readonly<Record<string, string>>,
) => Promise<WholeTidemark>;

/** `embedded` or `servers` for one of them; see the scripts of package.json. */
const engines = process.env.TEST_ENGINES ?? 'both';

/** What suites run on here. Servers stay until the end of a run and take processor time: `npm test` has them in few lanes. */
export const runsOn = { embedded: engines !== 'servers', servers: engines !== 'embedded' } as const;

/** Declares a suite twice: on one process with everything embedded, and on a process for each role with servers. */
export function onBothEngines(title: string, suite: (this: Suite, start: Start) => void): void {
  if (runsOn.embedded)
    describe(`${title} (one process)`, function () {
      suite.call(this, (_, environment) =>
        startObservedServer({ environment: { ...commonSettings, ...environment } }),
      );
    });
  if (runsOn.servers)
    describe(`${title} (a process for each role)`, function () {
      suite.call(this, sharedCluster);
    });
}
