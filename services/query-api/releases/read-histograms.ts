import type { Range } from '../../../domain/releases/compared.ts';
import { limits } from '../config.ts';
import type { Histogram } from '../windows/histogram.ts';
import { knownBefore } from '../windows/known-condition.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import { type HistogramRow, histogramOf, sourcesOf } from '../windows/window-rows.ts';
import type { AskedDeploy, AskedFigures } from './asked.ts';
import { servicesParameters } from './parameters.ts';

export type BeforeAndAfter = { readonly before: Histogram; readonly after: Histogram };

type Row = HistogramRow & { readonly at: number; readonly later: number };

/** The requests of the services of each deployment before and after it, in one statement. */
export async function readHistograms(
  deployments: readonly AskedDeploy[],
  { organization, atMs }: AskedFigures,
  reading: QueryContext,
): Promise<readonly BeforeAndAfter[]> {
  const { knownBeforeSeconds } = knownBefore(atMs);
  const part = (at: number, later: number, range: Range): string => {
    const sources = sourcesOf({ range, knownBeforeSeconds });
    const rows = sources.map(
      source => `SELECT errors, hist FROM ${source.table}
        PREWHERE organization = {organization:String} AND service IN {services${at}:Array(String)}
          AND time >= ${source.fromSeconds} AND time < ${source.toSeconds} AND entry
          ${knownBeforeSeconds === undefined ? '' : `AND known < ${knownBeforeSeconds}`}`,
    );
    return `SELECT toUInt32(${at}) AS at, toUInt32(${later}) AS later, sum(errors) AS failures, sumMap(hist) AS histogram
      FROM (${rows.join(' UNION ALL ')})`;
  };
  const parts = deployments.flatMap(({ before, after }, at) => [
    part(at, 0, before),
    part(at, 1, after),
  ]);
  const statement = {
    sql: parts.join(' UNION ALL '),
    parameters: { organization, ...servicesParameters(deployments) },
  };
  const options = { resultBytesMax: limits.histogramsBytesMax };
  const rows = await readRows<Row>(statement, reading, options);
  const found = new Map(rows.map(row => [`${row.at}/${row.later}`, histogramOf(row)]));
  const empty = histogramOf({ failures: '0', histogram: {} });
  return deployments.map((_, at) => ({
    before: found.get(`${at}/0`) ?? empty,
    after: found.get(`${at}/1`) ?? empty,
  }));
}
