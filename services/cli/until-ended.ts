import { setTimeout as pause } from 'node:timers/promises';

/** How often work that runs on a server is looked at. */
const pollMs = 500;

/** Looks at work on a server until it does not run any more; gives the last look. Rejects with the signal's reason. */
export async function untilEnded<Work extends { readonly state: string }>(
  begun: Work,
  look: () => Promise<Work>,
  signal: AbortSignal,
): Promise<Work> {
  let work = begun;
  while (work.state === 'running') {
    await pause(pollMs, undefined, { signal });
    work = await look();
  }
  return work;
}
