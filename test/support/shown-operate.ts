import type { ObservedServer } from './observed-server.ts';
import { sendDeadLetters } from './operated-server.ts';
import type { Reader } from './reader.ts';

/** The pages of operators, with dead letters and a stream of events. */
export async function shownOperate(
  server: ObservedServer,
  ada: Reader,
): Promise<readonly string[]> {
  const organization = await sendDeadLetters(server, ada);
  return [
    '/operate',
    '/operate/dead',
    '/operate/projections',
    `/operate/streams?stream=organization-${organization}`,
    '/operate/sql',
  ];
}
