import { useEffect, useLayoutEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { instantText } from '../../time/format.ts';
import type { Zone } from '../../time/time-search.ts';
import { useZone } from '../../time/zone.ts';
import { useThemeName } from '../theme.ts';
import styles from './chart.module.css';
import { type ChartProps, presetHeight } from './chart-props.ts';
import { seriesColour } from './colours.ts';
import type { Dots, Line } from './line.ts';
import { drawMarks } from './marks.ts';

/** The canvas of a chart. It is made anew when what it shows is of another kind, else only its numbers change. */
export function Plot(props: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const zone = useZone();
  const theme = useThemeName();
  const { lines, timesMs, fromMs, toMs, height = presetHeight } = props;
  const kind = JSON.stringify(lines.map(({ values: _, ...look }) => look));

  // biome-ignore lint/correctness/useExhaustiveDependencies: `kind` and `theme` say when it must be made anew.
  useLayoutEffect(() => {
    const parent = box.current;
    if (parent === null) return;
    const made = new uPlot(optionsOf(latest, zone, parent, height), dataOf(latest.current), parent);
    plot.current = made;
    const sizes = new ResizeObserver(() => made.setSize({ width: parent.clientWidth, height }));
    sizes.observe(parent);
    return () => {
      sizes.disconnect();
      made.destroy();
    };
  }, [kind, zone, theme, height]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the numbers and the range are what `dataOf` reads.
  useEffect(() => {
    plot.current?.setData(dataOf(latest.current), false);
    plot.current?.setScale('x', { min: fromMs / 1_000, max: toMs / 1_000 });
  }, [lines, timesMs, fromMs, toMs]);

  return <div ref={box} className={styles.plot} style={{ height }} />;
}

const dataOf = ({ timesMs, lines }: ChartProps): uPlot.AlignedData => [
  timesMs.map(ms => ms / 1_000),
  ...lines.map(({ values }) => [...values]),
];

type Latest = { readonly current: ChartProps };

function optionsOf(latest: Latest, zone: Zone, parent: HTMLElement, height: number): uPlot.Options {
  const token = (name: string) => getComputedStyle(parent).getPropertyValue(`--${name}`).trim();
  const { lines, fromMs, toMs } = latest.current;
  const axis = { stroke: token('muted'), font: '11px Inter, system-ui', ticks: { show: false } };
  const grid = { stroke: token('border'), width: 1 };
  return {
    width: parent.clientWidth,
    height,
    legend: { show: false },
    cursor: { drag: { x: true, y: false, setScale: false }, points: { size: 6 } },
    scales: {
      x: { time: true, range: () => [latest.current.fromMs / 1_000, latest.current.toMs / 1_000] },
      y: { range: (_, low, high) => [Math.min(0, low ?? 0), (high || 1) * 1.1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28,
        space: axisSpace(toMs - fromMs),
        values: (_, ticks) => ticks.map(axisTime(zone, toMs - fromMs)),
      },
      {
        ...axis,
        grid,
        size: (_, values) => axisWidth(values),
        values: (_, ticks) => ticks.map(tick => latest.current.format(tick)),
      },
    ],
    bands: bandsOf(lines, token('accent-bg')),
    series: [{}, ...lines.map(line => seriesOf(line, token))],
    hooks: {
      draw: [plot => drawMarks(plot, latest.current.marks ?? [], token)],
      setSelect: [plot => tellRange(plot, latest)],
    },
    plugins: [tooltip(latest, zone)],
  };
}

const characterWidth = 7;
const axisWidths = { least: 64, most: 160 } as const;

/** Pixels for the longest figure beside the axis; before there are figures, the least. */
function axisWidth(values: readonly (string | number)[] | null): number {
  const characters = Math.max(0, ...(values ?? []).map(value => String(value).length));
  return Math.min(axisWidths.most, Math.max(axisWidths.least, 16 + characters * characterWidth));
}

const dayMs = 86_400_000;
/** Of a longer range, the days are enough. */
const daysOnAxisMs = 10 * dayMs;

const axisTime = (zone: Zone, rangeMs: number) => (seconds: number) =>
  instantText(seconds * 1_000, axisShape(rangeMs), zone).replace(/:00$/u, '');

/** Pixels from one label to the next: a day with a clock is the longest. */
const axisSpace = (rangeMs: number): number => (axisShape(rangeMs) === 'minute' ? 96 : 64);

const axisShape = (rangeMs: number) =>
  rangeMs > daysOnAxisMs ? 'day' : rangeMs > dayMs ? 'minute' : 'clock';

/** The first series of a plot is time. */
const bandsOf = (lines: readonly Line[], fill: string): uPlot.Band[] =>
  lines.flatMap(({ isFilledDown }, index) =>
    isFilledDown ? [{ series: [index + 1, index] as [number, number], fill }] : [],
  );

function seriesOf(line: Line, token: (name: string) => string): uPlot.Series {
  const { label, colour, isBars, isDashed, dots } = line;
  const stroke = typeof colour === 'string' ? token(colour) : seriesColour(colour);
  const bars = isBars ? uPlot.paths.bars?.({ size: [0.9, 24], gap: 1, align: 1 }) : undefined;
  return {
    label,
    stroke,
    width: 1.5,
    points: { show: (_, __, from, to) => to - from < 2 },
    ...(isDashed && { dash: [6, 4] }),
    ...(bars && { paths: bars, fill: stroke, width: 0, points: { show: false } }),
    ...(dots && dotted(dots, stroke, token('surface'))),
  };
}

const dotted = ({ size, isHollow = false }: Dots, stroke: string, empty: string) => ({
  paths: () => null,
  points: { show: true, size, width: 1.5, stroke, fill: isHollow ? empty : stroke },
});

function tellRange(plot: uPlot, latest: Latest): void {
  const { left, width } = plot.select;
  if (width < 2) return;
  const at = (pixel: number) => Math.round(plot.posToVal(pixel, 'x') * 1_000);
  latest.current.onRange?.(at(left), at(left + width));
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
}

/** The values under the cursor, in words. */
function tooltip(latest: Latest, zone: Zone): uPlot.Plugin {
  const box = document.createElement('div');
  box.className = styles.tooltip ?? '';
  box.hidden = true;
  return {
    hooks: {
      init: plot => plot.over.append(box),
      setCursor: plot => {
        const { idx, left = 0 } = plot.cursor;
        const { timesMs, tell } = latest.current;
        const atMs = idx == null ? undefined : timesMs[idx];
        box.hidden = atMs === undefined || left < 0;
        if (box.hidden || idx == null || atMs === undefined) return;
        const rows = tell === undefined ? valuesAt(latest.current, idx) : tell(idx);
        box.textContent = [instantText(atMs, 'second', zone), ...rows].join('\n');
        const isLeft = left > plot.over.clientWidth / 2;
        box.style.left = isLeft ? '' : `${left + 12}px`;
        box.style.right = isLeft ? `${plot.over.clientWidth - left + 12}px` : '';
      },
    },
  };
}

const valuesAt = ({ lines, format }: ChartProps, index: number): readonly string[] =>
  lines.map(({ label, values }) => {
    const value = values[index];
    return `${label}  ${value == null ? '–' : format(value)}`;
  });
