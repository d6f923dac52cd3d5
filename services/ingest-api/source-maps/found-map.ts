import { createHash } from 'node:crypto';
import { zstd } from '../../../platform/compression/zstd.ts';

/** A map that can be used, as it was sent. */
export type FoundMap = {
  /** Its file in a zip, with folders. */
  readonly entry?: string;
  readonly filename: string | undefined;
  /** As the map or its code says it. */
  readonly debugId: string | undefined;
  readonly sizeBytes: number;
  /** SHA-256 of the map, in hexadecimal. */
  readonly hash: string;
  /** The map as one zstd frame. */
  readonly frame: Uint8Array<ArrayBuffer>;
};

/** What is wrong in an upload: the name of a part, or of a file in a zip, and the reason. */
export type Fault = { readonly field: string; readonly message: string };

export const foundMap = (
  bytes: Uint8Array,
  named: Pick<FoundMap, 'entry' | 'filename' | 'debugId'>,
): FoundMap => ({
  ...named,
  sizeBytes: bytes.length,
  hash: createHash('sha256').update(bytes).digest('hex'),
  frame: zstd().compress(bytes),
});
