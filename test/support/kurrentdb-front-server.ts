import { startKurrentFront } from './kurrentdb-front.ts';

/**
 * The front of KurrentDB's protocol as a process of its own.
 *  argv   the folder of its events
 *  stdout its address; ends when stdin does
 */
const [folder = ''] = process.argv.slice(2);

const front = await startKurrentFront({ folder });
process.stdout.write(`${front.url}\n`);
process.stdin.resume().once('end', async () => {
  await front.stop();
  process.exit(0);
});
