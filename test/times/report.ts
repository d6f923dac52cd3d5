/** How long a lane took, or one suite of a file in it. */
export type Time = { readonly lane: string; readonly file?: string; readonly ms: number };

const slowestMax = 10;

/** The time of each lane and the slowest files, from the lines that `record.ts` writes. */
export function timesReport(lines: string): string {
  const times = lines
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Time);
  const ofLanes = sums(times.filter(({ file }) => file === undefined));
  const ofFiles = sums(times.filter(({ file }) => file !== undefined)).slice(0, slowestMax);
  const rows = (sorted: readonly Sum[]): string[] =>
    sorted.map(([name, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
  return [
    'time of each lane',
    ...rows(ofLanes),
    `the ${ofFiles.length} slowest test files`,
    ...rows(ofFiles),
  ].join('\n');
}

type Sum = readonly [name: string, ms: number];

function sums(times: readonly Time[]): Sum[] {
  const byName = new Map<string, number>();
  for (const { lane, file = lane, ms } of times) byName.set(file, (byName.get(file) ?? 0) + ms);
  return [...byName].sort(([, one], [, other]) => other - one);
}
