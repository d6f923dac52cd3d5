import { createYielder } from '../yielder.ts';

/** Many texts in two pieces of memory, which another thread can hand over: UTF-8, and where each ends. */
export type StringTable = { readonly texts: Uint8Array; readonly ends: Uint32Array };

export async function packTexts(all: Iterable<string>): Promise<StringTable> {
  const slice = createYielder();
  const parts: Buffer[] = [];
  const ends: number[] = [];
  let end = 0;
  for (const text of all) {
    const part = Buffer.from(text);
    parts.push(part);
    end += part.length;
    ends.push(end);
    await slice();
  }
  const texts = new Uint8Array(end);
  for (const [index, part] of parts.entries())
    texts.set(part, (ends[index] as number) - part.length);
  return { texts, ends: Uint32Array.from(ends) };
}

/** The bytes of one of them, not copied. */
export function packedText({ texts, ends }: StringTable, index: number): Buffer {
  const from = ends[index - 1] ?? 0;
  return Buffer.from(texts.buffer, texts.byteOffset + from, (ends[index] as number) - from);
}
