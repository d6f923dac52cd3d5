import type { ReadableRound } from '../rounds.ts';
import { firstThread, type ThreadTimes } from '../threads.ts';

/** What is compared of a subject in one round. */
export type Figures = {
  readonly readablePerSecond: number;
  readonly cpuMicros: number;
  /** Of bodies, answered with 429 or 503, in percent. */
  readonly rejectedPercent: number;
  readonly idlePercent: number;
  readonly residentMib: number;
  readonly logBytes: number;
  readonly storeBytes: number;
  readonly p99Ms: number;
  readonly threadMicros: ThreadTimes;
};

export type Measured = {
  readonly cell: string;
  readonly figures: readonly { readonly name: string; readonly rounds: readonly Figures[] }[];
};

const mebi = 1024 ** 2;

export const figuresOf = (
  round: ReadableRound,
  bytes: { readonly log: number; readonly store: number },
): Figures => ({
  readablePerSecond: round.readablePerSecond,
  cpuMicros: round.cpuMicros,
  rejectedPercent: 100 * round.turnedAwayShare,
  idlePercent: 100 * round.idleShare,
  residentMib: round.memory.resident / mebi,
  logBytes: bytes.log,
  storeBytes: bytes.store,
  p99Ms: round.p99Ms,
  threadMicros: round.threadMicros,
});

type Column = {
  readonly head: string;
  readonly of: (figures: Figures) => number;
  readonly digits?: number;
};

const columns: readonly Column[] = [
  { head: 'readable, spans/s', of: figures => figures.readablePerSecond },
  { head: 'processor time a span, µs', of: figures => figures.cpuMicros, digits: 1 },
  { head: 'rejected, %', of: figures => figures.rejectedPercent, digits: 1 },
  { head: 'idle, %', of: figures => figures.idlePercent },
  { head: 'resident, MiB', of: figures => figures.residentMib },
  { head: 'log, B a span', of: figures => figures.logBytes },
  { head: 'store, B a span', of: figures => figures.storeBytes },
  { head: 'answer p99, ms', of: figures => figures.p99Ms },
];

export const lineOf = (name: string, figures: Figures): string =>
  `${name}: ${columns.map(({ head, of, digits }) => `${head} ${shown(of(figures), digits)}`).join('; ')}`;

/** Medians over the rounds; below each other subject, what Tidemark has divided by what it has. */
export function tableOf(measured: readonly Measured[]): string[] {
  const heads = ['load', 'subject', ...columns.map(({ head }) => head)];
  return [
    `| ${heads.join(' | ')} |`,
    `|---|---|${columns.map(() => '---:|').join('')}`,
    ...measured.flatMap(({ cell, figures }) => rowsOf(cell, figures)),
  ];
}

function rowsOf(cell: string, [own, ...others]: Measured['figures']): string[] {
  const middles = (rounds: readonly Figures[] = []): number[] =>
    columns.map(({ of }) => median(rounds.map(of)));
  const row = (name: string, cells: readonly string[]): string =>
    `| ${[cell, name, ...cells].join(' | ')} |`;
  const ownMiddles = middles(own?.rounds);
  const rows = [row(own?.name ?? '', show(ownMiddles))];
  for (const { name, rounds } of others) {
    const found = middles(rounds);
    const ratios = found.map((value, at) =>
      value > 0 ? (ownMiddles[at] ?? 0) / value : undefined,
    );
    rows.push(row(name, show(found)));
    rows.push(
      row(
        `ratio to ${name}`,
        ratios.map(ratio => ratio?.toFixed(2) ?? '–'),
      ),
    );
  }
  return rows;
}

const show = (values: readonly number[]): string[] =>
  values.map((value, at) => shown(value, columns[at]?.digits));

/** The threads that need the most, in microseconds a span; of threads with one name, all of them together. */
export function threadsOf(cell: string, name: string, rounds: readonly Figures[]): string {
  const names = new Set(rounds.flatMap(({ threadMicros }) => Object.keys(threadMicros)));
  const times = [...names]
    .map(thread => ({
      thread: thread === firstThread ? 'event loop or first thread' : thread,
      micros: median(rounds.map(({ threadMicros }) => threadMicros[thread] ?? 0)),
    }))
    .sort((left, right) => right.micros - left.micros)
    .slice(0, threadsShown);
  const list = times.map(({ thread, micros }) => `${thread} ${micros.toFixed(1)}`).join(', ');
  return `  threads of ${name}, ${cell}, µs a span: ${list}`;
}

const threadsShown = 8;

function median(values: readonly number[]): number {
  const ascending = [...values].sort((left, right) => left - right);
  const middle = (ascending.length - 1) / 2;
  return ((ascending[Math.floor(middle)] ?? 0) + (ascending[Math.ceil(middle)] ?? 0)) / 2;
}

const shown = (value: number, digits = 0): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
