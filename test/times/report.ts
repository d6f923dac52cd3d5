/** How long a lane took, or one suite of a file in it, and the processor time of its processes. */
export type Time = {
  readonly lane: string;
  readonly file?: string;
  readonly ms: number;
  readonly cpuMs: number;
};

const filesMax = 20;

/** The time of each lane and the files that cost most, from the lines that `record.ts` writes. */
export function timesReport(lines: string): string {
  const times = lines
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Time);
  const ofLanes = sums(times.filter(({ file }) => file === undefined));
  const ofFiles = sums(times.filter(({ file }) => file !== undefined)).slice(0, filesMax);
  const rows = (sorted: readonly Sum[]): string[] =>
    sorted.map(([name, { ms, cpuMs }]) => `${seconds(ms)} ${seconds(cpuMs)}  ${name}`);
  return [
    'seconds, and seconds of processor time, of each lane',
    ...rows(ofLanes),
    `the ${ofFiles.length} test files with the most processor time`,
    ...rows(ofFiles),
  ].join('\n');
}

type Spent = { readonly ms: number; readonly cpuMs: number };
type Sum = readonly [name: string, spent: Spent];

const seconds = (ms: number): string => (ms / 1000).toFixed(1).padStart(7);

function sums(times: readonly Time[]): Sum[] {
  const byName = new Map<string, Spent>();
  for (const { lane, file = lane, ms, cpuMs } of times) {
    const before = byName.get(file) ?? { ms: 0, cpuMs: 0 };
    byName.set(file, { ms: before.ms + ms, cpuMs: before.cpuMs + cpuMs });
  }
  return [...byName].sort(([, one], [, other]) => other.cpuMs - one.cpuMs);
}
