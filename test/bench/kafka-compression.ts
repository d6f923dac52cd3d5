import { parseArgs } from 'node:util';
import { startBroker } from '../support/kafka-broker.ts';
import { kafkaJars } from '../support/kafka-jars.ts';
import { type Figures, measureWay, ways } from './distributed/compression.ts';
import { median } from './distributed/median.ts';

// What compressed bodies, compressed batches and both save on the broker's disk, and what they cost.
const { values } = parseArgs({
  options: {
    spans: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    sizes: { type: 'string', default: '1,50,512' },
    senders: { type: 'string', default: '64' },
  },
});

const jars = await kafkaJars();
if (jars === undefined) throw new Error('expected java and mvn for a Kafka of its own');
const broker = await startBroker(jars);
try {
  for (const size of values.sizes.split(',').map(Number)) await measure(size);
} finally {
  await broker.stop();
}

/** Ways take turns, so that what else the machine does meets all of them. */
async function measure(spansPerBody: number): Promise<void> {
  const found = new Map<string, Figures[]>(ways.map(({ name }) => [name, []]));
  for (let round = 0; round <= Number(values.rounds); round++)
    for (const way of ways) {
      const spans = Number(values.spans);
      const senders = Number(values.senders);
      const figures = await measureWay(broker, way, { spansPerBody, spans, senders, round });
      // The first round warms up.
      if (round > 0) found.get(way.name)?.push(figures);
    }
  for (const [name, rounds] of found) {
    const of = (figure: keyof Figures): string =>
      median(rounds.map(one => one[figure])).toFixed(figure === 'diskBytes' ? 0 : 2);
    process.stdout.write(
      `${spansPerBody} spans a body, ${name}: ${of('diskBytes')} bytes, write ${of('writeMicros')} µs, read ${of('readMicros')} µs, broker ${of('brokerMicros')} µs a span\n`,
    );
  }
}
