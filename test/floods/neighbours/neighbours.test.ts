import { deepEqual } from 'node:assert/strict';
import { packageRoot } from '../../../platform/package.ts';
import { type MeasuredServer, startMeasured } from '../../support/measured.ts';
import { commonSettings } from '../../support/shared-cluster.ts';
import { startAttack } from './attack.ts';
import { type Attacker, deflated, enlarged, openAttacker, silentReceivers } from './attacker.ts';
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
      try {
        late = lateIn(await neighbour.round(rounds));
      } finally {
        const { worstMs } = await liveness.stop();
        const tally = JSON.stringify(await attack.stop());
        process.stdout.write(
          `      ${name}: statuses ${tally}, /livez at most ${worstMs.toFixed(0)} ms\n`,
        );
      }
      if (late.length === 0) return;
    }
    deepEqual(late, []);
  };

  for (const resource of resources)
    it(`delays and refuses nobody else: ${resource}`, async () => {
      const { as = (request: Prepared) => request, ...attack } = worst[resource];
      const requests = (await Promise.all(routesOf(resource).map(attacker.prepared))).flat();
      await expectServed(resource, attack, requests.flatMap(as));
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
