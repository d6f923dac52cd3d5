import type { Line } from '../../ui/chart/line.ts';

type Series = readonly {
  readonly group: string;
  readonly points: readonly { readonly time: string; readonly value: number }[];
}[];

/** As many as there are colours that differ. */
export const linesMax = 12;

const charactersMax = 60;

/** A line for each group: those of the highest values when there are more than colours, in the order of their names. */
export function linesOf(
  series: Series,
  starts: readonly number[],
  nameless: string,
): readonly Line[] {
  const shown = series
    .map(each => ({ ...each, highest: highestOf(each.points.map(({ value }) => value)) }))
    .sort((a, b) => b.highest - a.highest)
    .slice(0, linesMax)
    .sort((a, b) => (a.group < b.group ? -1 : 1));
  const labels = labelsOf(shown.map(({ group }) => (group === '' ? nameless : group)));
  return shown.map(({ points }, index) => {
    const found = new Map(points.map(({ time, value }) => [Date.parse(time), value]));
    return {
      label: labels[index] ?? '',
      colour: index,
      values: starts.map(start => found.get(start) ?? null),
    };
  });
}

const highestOf = (values: readonly number[]): number =>
  values.reduce((highest, value) => Math.max(highest, value), Number.NEGATIVE_INFINITY);

/** Cut, and still different from each other. */
function labelsOf(texts: readonly string[]): readonly string[] {
  const used = new Set<string>();
  return texts.map((text, index) => {
    const cut = text.length > charactersMax ? `${text.slice(0, charactersMax)}…` : text;
    const label = used.has(cut) ? `${cut} (${index + 1})` : cut;
    used.add(label);
    return label;
  });
}

export type GroupFigures = {
  readonly group: string;
  readonly lowest: number;
  readonly mean: number;
  readonly highest: number;
  readonly latest: number;
};

/** The steps of each group in four numbers. */
export const groupFigures = (series: Series): readonly GroupFigures[] =>
  series.flatMap(({ group, points }) => {
    const values = points.map(({ value }) => value);
    const latest = values.at(-1);
    if (latest === undefined) return [];
    return [
      {
        group,
        latest,
        highest: highestOf(values),
        lowest: -highestOf(values.map(value => -value)),
        mean: values.reduce((sum, value) => sum + value / values.length, 0),
      },
    ];
  });
