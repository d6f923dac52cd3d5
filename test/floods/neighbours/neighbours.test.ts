import { deepEqual } from 'node:assert/strict';
import { packageRoot } from '../../../platform/package.ts';
import { type MeasuredServer, startMeasured } from '../../support/measured.ts';
import { commonSettings } from '../../support/shared-cluster.ts';
import { startAttack } from './attack.ts';
import {
  type Attacker,
  deflated,
  enlarged,
  longToolCalls,
  openAttacker,
  silentReceivers,
} from './attacker.ts';
import type { Mode, Prepared } from './attacker-process.ts';
import { watchLiveness } from './liveness.ts';
import { type Neighbour, openNeighbour, type Times } from './neighbour.ts';
import { type Resource, resources, routesOf } from './resources.ts';

/** How one organization does its worst on a resource. */
type Worst = {
  readonly mode: Mode;
  readonly connections: number;
  readonly as?: (request: Prepared) => Prepared | readonly Prepared[];
};

const worst: Readonly<Record<Resource, Worst>> = {
  bodies: { mode: 'stall', connections: 300, as: deflated },
  threads: { mode: 'flood', connections: 66 },
  storage: { mode: 'flood', connections: 20, as: enlarged },
  mail: { mode: 'flood', connections: 50 },
  commands: { mode: 'flood', connections: 100 },
  reads: { mode: 'flood', connections: 200 },
  lists: { mode: 'flood', connections: 50 },
  waits: { mode: 'hold', connections: 4_100 },
  streams: { mode: 'hold', connections: 600 },
  tools: { mode: 'flood', connections: 100 },
};

const rounds = 3;
/** A response that is late once may be the machine's doing; one that is late in every try is ours. */
const triesMax = 3;
const slackMs = 200;

describe('one organization that does its worst', function () {
  this.timeout(240_000);
  let server: MeasuredServer;
  let attacker: Attacker;
  let neighbour: Neighbour;
  let alone: Times;

  before(async () => {
    server = await startMeasured(packageRoot(), {
      ...commonSettings,
      TIDEMARK_REGISTRATIONS_PER_HOUR: '100000',
    });
    attacker = await openAttacker(server);
    neighbour = await openNeighbour(server);
    await neighbour.round(rounds);
    alone = await neighbour.round(2 * rounds);
  });
  after(async () => {
    await neighbour?.close();
    await server?.close();
  });

  /** What the neighbour waited longer for than it may. */
  const lateIn = (times: Times): string[] =>
    Object.entries(times)
      .filter(([kind, ms]) => ms > 2 * (alone[kind] ?? 0) + slackMs)
      .map(([kind, ms]) => `${kind}: ${ms.toFixed(0)} ms, alone ${alone[kind]?.toFixed(0)} ms`);

  const expectServed = async (name: string, { mode, connections }: Worst, requests: Prepared[]) => {
    let late: string[] = [];
    for (let tries = 0; tries < triesMax; tries++) {
      const attack = await startAttack({ url: server.url, mode, connections, requests });
      const liveness = watchLiveness(server.url);
      let times: Times = {};
      try {
        times = await neighbour.round(rounds);
        late = lateIn(times);
      } finally {
        const { p99Ms, worstMs } = await liveness.stop();
        const tally = JSON.stringify(await attack.stop());
        const livez = `/livez p99 ${p99Ms.toFixed(0)} ms, at most ${worstMs.toFixed(0)} ms`;
        process.stdout.write(
          `      ${name}: statuses ${tally}, ${livez}\n        the neighbour: ${shown(times)}\n`,
        );
      }
      if (late.length === 0) return;
    }
    deepEqual(late, []);
  };

  /** The longest of each kind, and what it took without an attack. */
  const shown = (times: Times): string =>
    Object.entries(times)
      .map(([kind, ms]) => `${kind} ${ms.toFixed(0)} (${alone[kind]?.toFixed(0)}) ms`)
      .join(', ');

  for (const resource of resources)
    it(`delays and refuses nobody else: ${resource}`, async () => {
      const { as = (request: Prepared) => request, ...attack } = worst[resource];
      const requests = (await Promise.all(routesOf(resource).map(attacker.prepared))).flat();
      await expectServed(resource, attack, requests.flatMap(as));
    });

  it('delays and refuses nobody else: every tool of MCP over much data', async () => {
    const requests = await longToolCalls(server, attacker);
    await expectServed('tools of MCP', { mode: 'flood', connections: 100 }, requests);
  });

  it('delays and refuses nobody else: receivers that never answer', async () => {
    const { requests, close } = await silentReceivers(attacker);
    try {
      await expectServed('receivers', { mode: 'flood', connections: 50 }, requests);
    } finally {
      await close();
    }
  });
});
