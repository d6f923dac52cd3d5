import { AttributeSlots, newFoundValue } from './attributes.ts';
import { ExemplarScan } from './exemplar.ts';
import { HalvesList, newHalves, type Uint64Parts } from './uint64-parts.ts';

/** What one data point of any type says. Used again for every point. */
export class PointScan {
  readonly time = newHalves();
  readonly start = newHalves();
  flags = 0;
  valueType = 0;
  readonly value = newHalves();
  readonly count = newHalves();
  /** Which of the three that follow are there. */
  has = 0;
  readonly sum = newHalves();
  readonly min = newHalves();
  readonly max = newHalves();
  readonly bounds = new HalvesList();
  readonly counts = new HalvesList();
  scale = 0;
  readonly zeroCount = newHalves();
  readonly zeroThreshold = newHalves();
  positiveOffset = 0;
  readonly positive = new HalvesList();
  negativeOffset = 0;
  readonly negative = new HalvesList();
  readonly quantiles = new HalvesList();
  readonly quantileValues = new HalvesList();
  /** Begin and end of each, one after the other. */
  readonly exemplars: number[] = [];
  readonly exemplar = new ExemplarScan();
  readonly attributes = new AttributeSlots();
  readonly found = newFoundValue();

  clear(): void {
    for (const halves of [this.time, this.start, this.value, this.count]) clear(halves);
    for (const halves of [this.sum, this.min, this.max]) clear(halves);
    clear(this.zeroCount);
    clear(this.zeroThreshold);
    this.flags = this.valueType = this.has = 0;
    this.scale = this.positiveOffset = this.negativeOffset = 0;
    this.bounds.count = this.counts.count = 0;
    this.positive.count = this.negative.count = 0;
    this.quantiles.count = this.quantileValues.count = 0;
    this.attributes.count = 0;
    if (this.exemplars.length > 0) this.exemplars.length = 0;
  }
}

function clear(halves: Uint64Parts): void {
  halves.low = halves.high = 0;
}
