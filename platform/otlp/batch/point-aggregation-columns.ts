import { secondsOf } from '../wire/seconds.ts';
import type { Uint64Parts } from '../wire/uint64-parts.ts';

/** What is read of the points of a batch beside their rows, one entry a point; valid until the next push. */
export type PointAggregationColumns = {
  readonly rows: number;
  /** Index into `organizations` of the batch. */
  readonly organization: Uint32Array;
  /** Indexes for `serviceText` and `metricText` of the batch. */
  readonly service: Uint32Array;
  readonly metric: Uint32Array;
  /** Two words a point, the low one first. */
  readonly series: Uint32Array;
  readonly seconds: Uint32Array;
};

type Row = { readonly organization: number; readonly service: number; readonly metric: number };

/** Collects the facts; grows by doubling. */
export class PointFactColumns {
  rows = 0;
  #arrays = allocate(1024);

  push(time: Uint64Parts, series: Uint64Parts, { organization, service, metric }: Row): void {
    if (this.rows === this.#arrays.metric.length) this.#grow();
    const at = this.rows++;
    const arrays = this.#arrays;
    arrays.organization[at] = organization;
    arrays.service[at] = service;
    arrays.metric[at] = metric;
    arrays.series[at * 2] = series.low;
    arrays.series[at * 2 + 1] = series.high;
    arrays.seconds[at] = secondsOf(time.low, time.high);
  }

  view(): PointAggregationColumns {
    const { rows } = this;
    const arrays = this.#arrays;
    return {
      rows,
      organization: arrays.organization.subarray(0, rows),
      service: arrays.service.subarray(0, rows),
      metric: arrays.metric.subarray(0, rows),
      series: arrays.series.subarray(0, rows * 2),
      seconds: arrays.seconds.subarray(0, rows),
    };
  }

  #grow(): void {
    const larger = allocate(this.#arrays.metric.length * 2);
    for (const [name, array] of Object.entries(this.#arrays)) {
      larger[name as keyof typeof larger].set(array);
    }
    this.#arrays = larger;
  }
}

const allocate = (rows: number) => ({
  organization: new Uint32Array(rows),
  service: new Uint32Array(rows),
  metric: new Uint32Array(rows),
  series: new Uint32Array(rows * 2),
  seconds: new Uint32Array(rows),
});
