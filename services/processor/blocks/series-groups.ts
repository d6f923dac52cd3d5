import type { MetricBatch } from '../../../platform/otlp/metric-batch.ts';
import type { DistinctSeries } from '../core/series.ts';
import { openOrganizations } from './organizations.ts';
import { packedText, packTexts, type StringTable } from './string-table.ts';

/** Whose series are counted together; `day` is counted from 1970. */
export type SeriesGroup = {
  readonly organization: string;
  readonly service: string;
  readonly metric: string;
  readonly day: number;
};

/** Each as the JSON of its parts. */
export type SeriesGroups = StringTable;

type Parts = [organization: string, service: string, metric: string, day: number];

/** The groups of a batch by the names that its indexes stand for. */
export const packGroups = (
  groups: DistinctSeries['groups'],
  points: MetricBatch,
): Promise<SeriesGroups> => packTexts(groupTexts(groups, points));

function* groupTexts(
  { organization, service, metric, day }: DistinctSeries['groups'],
  points: MetricBatch,
): Generator<string> {
  const organizations = openOrganizations(() => points.organizations);
  for (let group = 0; group < day.length; group++) {
    const names: Parts = [
      organizations.text(organization[group] as number),
      points.serviceText(service[group] as number),
      points.metricText(metric[group] as number),
      day[group] as number,
    ];
    yield JSON.stringify(names);
  }
}

export function groupAt(groups: SeriesGroups, index: number): SeriesGroup {
  const [organization, service, metric, day] = JSON.parse(
    packedText(groups, index).toString(),
  ) as Parts;
  return { organization, service, metric, day };
}

/** A name that no other group has. */
export const nameOfGroup = ({ organization, service, metric, day }: SeriesGroup): string =>
  JSON.stringify([organization, service, metric, day] satisfies Parts);
