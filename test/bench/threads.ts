import { readdirSync, readFileSync } from 'node:fs';

/** Microseconds of processor time, by the name of the thread; threads of one name are added up. */
export type ThreadTimes = Readonly<Record<string, number>>;

/** The first thread of a process: the event loop of Node. */
export const firstThread = 'first';
const microsPerTick = 10_000;

/** Begins to count; asked, it has the times since then, divided by `parts`. Threads that have ended by then are missing. */
export function watchThreads(pid: number): (parts: number) => ThreadTimes {
  const before = readThreads(pid);
  return parts => {
    const times: Record<string, number> = {};
    for (const [id, { name, ticks }] of readThreads(pid)) {
      const used = ticks - (before.get(id)?.ticks ?? 0);
      if (used > 0) times[name] = (times[name] ?? 0) + (used * microsPerTick) / parts;
    }
    return times;
  };
}

type Thread = { readonly name: string; readonly ticks: number };

/** The fields are those of proc_pid_stat(5): utime and stime are the 14th and 15th. */
function readThreads(pid: number): ReadonlyMap<string, Thread> {
  const folder = `/proc/${pid}/task`;
  const threads = new Map<string, Thread>();
  for (const id of readdirSync(folder)) {
    const stat = readOrEmpty(`${folder}/${id}/stat`);
    const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const ticks = Number(fields[11]) + Number(fields[12]);
    if (stat !== '') threads.set(id, { name: id === String(pid) ? firstThread : name, ticks });
  }
  return threads;
}

/** A thread may end while we look. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
