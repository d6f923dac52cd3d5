import type { MetricBatch } from '../../../platform/otlp/metric-batch.ts';
import type { DistinctSeries } from '../core/series.ts';
import { openSlices } from '../slices.ts';
import { openOrganizations } from './organizations.ts';

/** Whose series are counted together; `day` is counted from 1970. */
export type SeriesGroup = {
  readonly organization: string;
  readonly service: string;
  readonly metric: string;
  readonly day: number;
};

/** Many groups in two pieces of memory, since they may come from another thread: the text of each, and where it ends. */
export type SeriesGroups = { readonly texts: Uint8Array; readonly ends: Uint32Array };

type Parts = [organization: string, service: string, metric: string, day: number];

/** The groups of a batch by the names that its indexes stand for. */
export async function packGroups(
  { organization, service, metric, day }: DistinctSeries['groups'],
  points: MetricBatch,
): Promise<SeriesGroups> {
  const organizations = openOrganizations(() => points.organizations);
  const slice = openSlices();
  const parts: Buffer[] = [];
  const ends = new Uint32Array(day.length);
  let end = 0;
  for (let group = 0; group < day.length; group++) {
    const names: Parts = [
      organizations.text(organization[group] as number),
      points.serviceText(service[group] as number),
      points.metricText(metric[group] as number),
      day[group] as number,
    ];
    const text = Buffer.from(JSON.stringify(names));
    parts.push(text);
    end += text.length;
    ends[group] = end;
    await slice();
  }
  const texts = new Uint8Array(end);
  for (const [group, part] of parts.entries())
    texts.set(part, (ends[group] as number) - part.length);
  return { texts, ends };
}

/** A name that no other group has. */
export const groupName = (groups: SeriesGroups, index: number): string =>
  textOf(groups, index).toString('latin1');

export function groupAt(groups: SeriesGroups, index: number): SeriesGroup {
  const [organization, service, metric, day] = JSON.parse(
    textOf(groups, index).toString(),
  ) as Parts;
  return { organization, service, metric, day };
}

/** The name of a group of which only the parts are known. */
export const nameOfGroup = ({ organization, service, metric, day }: SeriesGroup): string =>
  Buffer.from(JSON.stringify([organization, service, metric, day] satisfies Parts)).toString(
    'latin1',
  );

function textOf({ texts, ends }: SeriesGroups, index: number): Buffer {
  const from = ends[index - 1] ?? 0;
  return Buffer.from(texts.buffer, texts.byteOffset + from, (ends[index] as number) - from);
}
