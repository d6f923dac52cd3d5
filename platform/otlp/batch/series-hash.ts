import { hashBytes, viewOf } from '../../columns/words.ts';
import { attributeTypes } from '../attribute-types.ts';
import type { AttributeSlots } from '../wire/attributes.ts';
import type { MetricScan } from '../wire/metric-scan.ts';
import type { Uint64Parts } from '../wire/uint64-parts.ts';

// Stored for ever: the same series must have the same hash in every process and version.
const seeds = [0x2545f491, 0x7c15a8d3] as const;

/**
 * Sixty-four bits that name a series among those of its organization, service and metric: resource
 * and scope, kind of values, unit, and the attributes in any order.
 */
export function seriesHash(
  bytes: Uint8Array,
  metric: MetricScan,
  attributes: AttributeSlots,
  resource: Uint64Parts,
  into: Uint64Parts,
): void {
  into.low = half(bytes, metric, attributes, resource, seeds[0]);
  into.high = half(bytes, metric, attributes, resource, seeds[1]);
}

function half(
  bytes: Uint8Array,
  { type, temporality, isMonotonic, unitFrom, unitTo }: MetricScan,
  attributes: AttributeSlots,
  resource: Uint64Parts,
  seed: number,
): number {
  const view = viewOf(bytes);
  const kind = type * 8 + temporality * 2 + (isMonotonic ? 1 : 0);
  let hash = mixed(mixed(resource.low ^ seed) ^ resource.high);
  hash = mixed(hash ^ kind ^ hashBytes(view, unitFrom, unitTo, seed));
  // A sum, as their order says nothing; mixed first, so that two equal ones do not cancel.
  let sum = 0;
  for (let index = 0; index < attributes.count; index++) {
    sum = (sum + attributeHash(view, attributes, index, seed)) | 0;
  }
  return mixed(hash ^ sum);
}

function attributeHash(
  view: DataView,
  attributes: AttributeSlots,
  index: number,
  seed: number,
): number {
  const type = attributes.type(index);
  const key = hashBytes(view, attributes.keyFrom(index), attributes.keyTo(index), seed);
  return mixed(mixed(key ^ type) ^ valueHash(view, attributes, index, seed));
}

function valueHash(
  view: DataView,
  attributes: AttributeSlots,
  index: number,
  seed: number,
): number {
  const from = attributes.valueFrom(index);
  const to = attributes.valueTo(index);
  switch (attributes.type(index)) {
    case attributeTypes.empty:
      return 0;
    case attributeTypes.bool:
    case attributeTypes.int:
    case attributeTypes.double:
      return mixed(mixed(from ^ seed) ^ to);
    default:
      return hashBytes(view, from, to, seed);
  }
}

/** The last step of MurmurHash3 (Appleby): every bit of the input reaches every bit of the answer. */
function mixed(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
