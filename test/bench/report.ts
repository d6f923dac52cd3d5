import type { Round, StoringRound } from './rounds.ts';

type Figures = {
  readonly ours: readonly StoringRound[];
  readonly others: readonly StoringRound[];
  readonly peers: readonly Round[];
};

const mebi = 1024 ** 2;

/** The figures as the tables of the README: medians over the rounds. */
export function reportLines({ ours, others, peers }: Figures): string[] {
  const names = [
    'Tidemark',
    ...(others.length > 0 ? ['the other build'] : []),
    ...(peers.length > 0 ? ['Rotel'] : []),
  ];
  const groups: readonly (readonly Partial<StoringRound>[])[] = [
    ours,
    ...(others.length > 0 ? [others] : []),
    ...(peers.length > 0 ? [peers] : []),
  ];
  const row = (
    name: string,
    value: (round: Partial<StoringRound>) => number | undefined,
    digits = 0,
  ): string => {
    const middles = groups.map(rounds => median(rounds.map(value)));
    const cells = middles.map(middle => (middle === undefined ? '–' : grouped(middle, digits)));
    const [own, ...rest] = middles;
    const ratios = rest.map(other =>
      own === undefined || other === undefined ? '–' : (own / other).toFixed(2),
    );
    return `| ${[name, ...cells, ...ratios].join(' | ')} |`;
  };
  const heads = ['', ...names, ...names.slice(1).map(name => `ratio to ${name}`)];
  return [
    `| ${heads.join(' | ')} |`,
    `|${heads.map((_, index) => (index === 0 ? '---' : '---:')).join('|')}|`,
    row('accepted, spans/s', round => round.acceptedPerSecond),
    row('readable, spans/s', round => round.readablePerSecond),
    row('readable after the last answer, s', round => round.lagSeconds, 1),
    row('processor time a span, µs', round => round.cpuMicros, 1),
    row('answer to POST, p50, ms', round => round.p50Ms, 1),
    row('answer to POST, p99, ms', round => round.p99Ms, 1),
    row('told to come back, % of bodies', round => 100 * (round.turnedAwayShare ?? 0), 1),
    row('delay of the event loop, p99, ms', round => round.loop?.p99Ms),
    row('delay of the event loop, longest, ms', round => round.loop?.maxMs),
    row('largest resident memory, MiB', round => (round.memory?.resident ?? 0) / mebi),
    row('… without mapped files, MiB', round => (round.memory?.anonymous ?? 0) / mebi),
    row('a span on the wire, bytes', round => round.bodyBytes),
    row('a span in the warehouse, bytes', round => round.stored?.activeParts),
    row('… with parts that merges have replaced', round => round.stored?.warehouse),
    row('a span in the log, bytes', round => round.stored?.log),
    '',
    ...queryLines(ours),
    ...(others.length > 0 ? ['', 'The other build:', '', ...queryLines(others)] : []),
  ];
}

function queryLines(rounds: readonly StoringRound[]): string[] {
  const queries = rounds.flatMap(round => round.queries);
  if (queries.length === 0) return [];
  return [
    '| query | calls | p50, ms | p99, ms |',
    '|---|---:|---:|---:|',
    ...queries.map(
      ({ query, calls, p50Ms, p99Ms }) =>
        `| ${query} | ${calls} | ${p50Ms.toFixed(1)} | ${p99Ms.toFixed(1)} |`,
    ),
  ];
}

function median(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter(value => value !== undefined).sort((left, right) => left - right);
  const middle = (known.length - 1) / 2;
  const low = known[Math.floor(middle)];
  const high = known[Math.ceil(middle)];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

const grouped = (value: number, digits: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
