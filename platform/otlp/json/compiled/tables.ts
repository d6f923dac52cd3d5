import type { Field, Message } from '../../messages/message.ts';
import type { Entry } from '../names.ts';
import * as layout from './layout.ts';

const kinds: Readonly<Record<Exclude<Field['kind'], 'packed'>, number>> = {
  message: layout.kindMessage,
  messages: layout.kindMessages,
  items: layout.kindItems,
  text: layout.kindText,
  id: layout.kindId,
  fixed64: layout.kindFixed64,
  sfixed64: layout.kindSignedFixed64,
  uint32: layout.kindUint32,
  sint32: layout.kindSignedInt32,
  flags: layout.kindFlags,
  enum: layout.kindEnum,
  anyText: layout.kindAnyText,
  anyBool: layout.kindAnyBool,
  anyInt: layout.kindAnyInt,
  anyDouble: layout.kindAnyDouble,
  anyBytes: layout.kindAnyBytes,
};

const packedKinds = {
  fixed64: layout.kindPackedFixed64,
  double: layout.kindPackedDouble,
  varint: layout.kindPackedVarint,
} as const;

/**
 * Writes messages and all that lie in them into the memory of the compiled transcoder, so that both
 * transcoders know the same fields. Answers the addresses of the messages.
 */
export function writeTables(memory: DataView, requests: readonly Message[]): number[] {
  writeConstants(memory);
  const tables = new Tables(memory);
  return requests.map(request => tables.message(request));
}

function writeConstants(memory: DataView): void {
  for (let byte = 0; byte < 256; byte++) {
    const isHex = /^[0-9a-f]$/i.test(String.fromCharCode(byte));
    const value = isHex ? Number.parseInt(String.fromCharCode(byte), 16) : -1;
    memory.setInt8(layout.hexValuesAt + byte, value);
  }
  for (let power = 0; power <= layout.powersMax; power++) {
    memory.setFloat64(layout.powersAt + power * 8, 10 ** power, true);
  }
}

class Tables {
  readonly #memory: DataView;
  readonly #written = new Map<Message, number>();
  #free = layout.tablesAt;

  constructor(memory: DataView) {
    this.#memory = memory;
  }

  /** Messages lie in one another, also in themselves. */
  message(message: Message): number {
    const known = this.#written.get(message);
    if (known !== undefined) return known;
    const at = this.#take(layout.messageBytes);
    this.#written.set(message, at);
    this.#memory.setUint32(at, message.names.multiplier, true);
    for (const [slot, entry] of message.names.slots.entries()) {
      if (entry !== undefined) {
        this.#memory.setUint16(at + layout.slotsAt + slot * 2, this.#field(entry), true);
      }
    }
    return at;
  }

  #field({ name, value: field }: Entry<Field>): number {
    if (name.length > layout.nameBytesMax) throw new Error(`expected a shorter name than ${name}`);
    const at = this.#take(layout.fieldBytes);
    const kind = field.kind === 'packed' ? packedKinds[field.of] : kinds[field.kind];
    this.#memory.setUint8(at, kind);
    this.#memory.setUint16(at + layout.nameLengthAt, name.length, true);
    this.#memory.setUint32(at + layout.tagAt, field.tag, true);
    if ('message' in field) {
      this.#memory.setUint32(at + layout.messageAt, this.message(field.message()), true);
    }
    for (const [index, byte] of name.entries()) {
      this.#memory.setUint8(at + layout.nameAt + index, byte);
    }
    return at;
  }

  #take(bytes: number): number {
    const at = this.#free;
    this.#free += bytes;
    if (this.#free > layout.inputAt) throw new Error('expected less tables in front of the input');
    return at;
  }
}
