import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Values of a public series, oldest first, and the stretches in which something was wrong with what it measures. */
export type Series = {
  readonly name: string;
  readonly points: readonly Point[];
  /** Seconds since 1970, both part of it. */
  readonly windows: readonly { readonly from: number; readonly to: number }[];
};

export type Point = { readonly time: number; readonly value: number };

/** The Numenta Anomaly Benchmark as it is published: folders `data` and `labels`. */
export async function seriesOf(folder: string, set: string): Promise<Series[]> {
  const labels = JSON.parse(
    await readFile(join(folder, 'labels', 'combined_windows.json'), 'utf8'),
  ) as Readonly<Record<string, readonly (readonly [from: string, to: string])[]>>;
  const names = (await readdir(join(folder, 'data', set))).filter(name => name.endsWith('.csv'));
  return Promise.all(
    names.sort().map(async name => {
      const text = await readFile(join(folder, 'data', set, name), 'utf8');
      const windows = labels[`${set}/${name}`] ?? [];
      return {
        name,
        points: pointsOf(text),
        windows: windows.map(([from, to]) => ({ from: secondsOf(from), to: secondsOf(to) })),
      };
    }),
  );
}

/** Rows of `timestamp,value` below a heading. */
const pointsOf = (text: string): Point[] =>
  text
    .trim()
    .split('\n')
    .slice(1)
    .map(row => {
      const [time = '', value = ''] = row.split(',');
      return { time: secondsOf(time), value: Number(value) };
    });

/** The corpus names no time zone: what counts is the hour of its own clock. */
const secondsOf = (text: string): number =>
  Math.floor(Date.parse(`${text.trim().replace(' ', 'T')}Z`) / 1000);
