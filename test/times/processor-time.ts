import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second; see proc(5). */
const tickMs = 10;

type Usage = { readonly parent: number; readonly ticks: number };

/** The fields after the name of the program, which may contain anything. */
function usageOf(pid: string): Usage | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const [utime, stime, ofEndedChildren, systemOfEndedChildren] = fields.slice(11, 15).map(Number);
    const ticks = [utime, stime, ofEndedChildren, systemOfEndedChildren];
    return { parent: Number(fields[1]), ticks: ticks.reduce<number>((sum, n = 0) => sum + n, 0) };
  } catch {
    // It ended a moment ago.
    return undefined;
  }
}

/** Processor time of this process and of all that it started, ended ones too; 0 where there is no `/proc`. */
export function processorTimeMs(): number {
  const usages = new Map<number, Usage>();
  for (const pid of listed()) {
    const usage = usageOf(pid);
    if (usage) usages.set(Number(pid), usage);
  }
  const isOurs = (pid: number): boolean =>
    pid === process.pid || (usages.has(pid) && isOurs(usages.get(pid)?.parent ?? 0));
  const ours = [...usages].filter(([pid]) => isOurs(pid));
  return ours.reduce((sum, [, { ticks }]) => sum + ticks, 0) * tickMs;
}

const listed = (): readonly string[] => {
  try {
    return readdirSync('/proc').filter(name => /^\d+$/u.test(name));
  } catch {
    return [];
  }
};
