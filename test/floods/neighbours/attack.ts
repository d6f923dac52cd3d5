import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Attack, Said, Tally } from './attacker-process.ts';

/** Begins an attack from a process of its own, so that what it costs its sender is not measured. */
export async function startAttack(attack: Attack): Promise<{ stop(): Promise<Tally> }> {
  const child = fork(fileURLToPath(new URL('attacker-process.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.send(attack);
  await once(child, 'message');
  return {
    stop: async () => {
      const exited = once(child, 'exit');
      const told = once(child, 'message') as Promise<[Said]>;
      child.send('stop');
      const [said] = await told;
      await exited;
      process.off('exit', end);
      return 'tally' in said ? said.tally : {};
    },
  };
}
