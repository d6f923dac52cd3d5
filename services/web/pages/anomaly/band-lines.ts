import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import type { Line } from '../../ui/chart/line.ts';

export type Point = ResponseOf<'serviceAnomalyScores'>['points'][number];

export type Drawn = { readonly timesMs: readonly number[]; readonly lines: readonly Line[] };

const minuteMs = 60_000;

/** The value within its band, minute by minute; a minute that was not judged is a gap. A dot is one of the anomaly. */
export function bandLines(points: readonly Point[]): Drawn {
  const minutes = points.flatMap((point, index) => {
    const previous = points[index - 1];
    const hasGap =
      previous !== undefined && Date.parse(point.at) - Date.parse(previous.at) > minuteMs;
    return hasGap && previous !== undefined ? [gapAfter(previous), point] : [point];
  });
  const line = (label: string, by: (point: Judged) => number | null, look: object): Line => ({
    label,
    colour: 'accent',
    values: minutes.map(by),
    ...look,
  });
  return {
    timesMs: minutes.map(({ at }) => Date.parse(at)),
    lines: [
      line('usual from', point => point.expected_low, { colour: 'strong', isDashed: true }),
      line('usual to', point => point.expected_high, {
        colour: 'strong',
        isDashed: true,
        isFilledDown: true,
      }),
      line('median', point => point.expected, { colour: 'muted', isDashed: true }),
      line('value', point => point.value, { colour: 'accent' }),
      line('anomaly', point => (point.state === 'anomaly' ? point.value : null), {
        colour: 'critical',
        dots: { size: 6 },
      }),
    ],
  };
}

type Judged = Omit<Point, 'value' | 'state'> & {
  readonly value: number | null;
  readonly state: Point['state'] | 'none';
};

const gapAfter = ({ at }: Point): Judged => ({
  at: new Date(Date.parse(at) + minuteMs).toISOString(),
  value: null,
  expected: null,
  expected_low: null,
  expected_high: null,
  score: null,
  state: 'none',
});
