import { parseArgs } from 'node:util';
import { crashCluster } from './cluster/cluster.ts';
import { crashEmbedded } from './embedded.ts';

const { values } = parseArgs({
  options: {
    engines: { type: 'string', default: 'embedded' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    cycles: { type: 'string', default: '10' },
    /** Spans a cycle, in the middle; by default so many that a run of 100 has more than a million. */
    spans: { type: 'string', default: '14000' },
    ready: { type: 'string', default: '10000' },
    /** Spans a second: 4500 on the embedded engines, 1500 on servers. */
    rate: { type: 'string' },
    /** The data folder is one of an earlier version, with four partitions of every topic. */
    old: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
  },
});

// Whoever runs beside this process ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

process.exit((await crash()) ? 0 : 1);

function crash(): Promise<boolean> {
  const seed = Number(values.seed);
  switch (values.engines) {
    case 'embedded':
      return crashEmbedded({
        seed,
        cycles: Number(values.cycles),
        spansPerCycle: Number(values.spans),
        readyMsMax: Number(values.ready),
        spansPerSecond: Number(values.rate ?? 4500),
        isOldFolder: values.old,
      });
    case 'kafka': {
      const spansPerSecond = Number(values.rate ?? 1500);
      return crashCluster({ seed, minutes: Number(values.minutes), spansPerSecond });
    }
    default:
      throw new Error(`expected --engines embedded or kafka, found ${values.engines}`);
  }
}
