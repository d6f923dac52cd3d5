import { startFakeKurrentDb } from './fake-kurrentdb.ts';

/**
 * The fake server of KurrentDB's protocol as a process of its own.
 *  argv   the folder of its events
 *  stdout its address; ends when stdin does
 */
const [folder = ''] = process.argv.slice(2);

const fake = await startFakeKurrentDb({ folder });
process.stdout.write(`${fake.url}\n`);
process.stdin.resume().once('end', async () => {
  await fake.stop();
  process.exit(0);
});
