import { attributeTypes } from '../attribute-types.ts';
import type { AttributeSlots } from './attributes.ts';
import type { ByteRange } from './scope.ts';

const serviceKey = Buffer.from('service.name');

/** What resources that name no service belong to. */
export const unknownService = Buffer.from('unknown_service');

/** Where the name of a resource's service lies; undefined when it names none. */
export function findServiceName(bytes: Uint8Array, slots: AttributeSlots): ByteRange | undefined {
  for (let index = 0; index < slots.count; index++) {
    if (!isServiceName(bytes, slots.keyFrom(index), slots.keyTo(index))) continue;
    if (slots.type(index) !== attributeTypes.string) continue;
    const from = slots.valueFrom(index);
    const to = slots.valueTo(index);
    if (to > from) return { from, to };
  }
  return undefined;
}

const isServiceName = (bytes: Uint8Array, from: number, to: number): boolean =>
  to - from === serviceKey.length && serviceKey.equals(bytes.subarray(from, to));
