import { readFile } from 'node:fs/promises';

/**
 * Begins to count; asked, it tells what share of the time in which they had work the host took from
 * this machine's processors. A host was seen to stop all of them at once, for up to 45 ms ten times
 * a second, so it stands in the tail of every figure.
 */
export async function watchStolen(): Promise<() => Promise<string>> {
  const before = await readTimes();
  return async () => {
    const after = await readTimes();
    const stolen = after.stolen - before.stolen;
    const share = stolen / Math.max(1, stolen + after.busy - before.busy);
    return `the host took ${(100 * share).toFixed(1)} % of the processors' time`;
  };
}

/** Begins to count; asked, it has the share of the time in which this machine's processors had no work, 0 to 1. */
export async function watchIdle(): Promise<() => Promise<number>> {
  const before = await readTimes();
  return async () => {
    const after = await readTimes();
    const idle = after.idle - before.idle;
    const rest = after.busy + after.stolen - before.busy - before.stolen;
    return idle / Math.max(1, idle + rest);
  };
}

type Times = { readonly busy: number; readonly idle: number; readonly stolen: number };

/** In hundredths of a second, of all processors; the columns are those of proc_stat(5). */
async function readTimes(): Promise<Times> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n', 1);
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softirq = 0, stolen = 0] =
    line.split(/\s+/).slice(1).map(Number);
  return { busy: user + nice + system + irq + softirq, idle: idle + wait, stolen };
}
