import { createHash } from 'node:crypto';
import { zstd } from '../../../platform/compression/zstd.ts';
import { sourceMapLimits as limits } from './config.ts';
import { readForm } from './form.ts';
import { readMap } from './read-map.ts';

export type SentUpload = { readonly bytes: Uint8Array; readonly contentType: string };

/** The texts of an upload as they were sent, and its map, whose debug id counts where no text has one. */
export type Upload = {
  readonly kind: 'upload';
  readonly fields: Readonly<Record<string, string>>;
  readonly filename: string | undefined;
  readonly sizeBytes: number;
  /** SHA-256 of the map, in hexadecimal. */
  readonly hash: string;
  /** The map as one zstd frame. */
  readonly frame: Uint8Array<ArrayBuffer>;
};

export type ReadUpload =
  | Upload
  | { readonly kind: 'invalid'; readonly field: string; readonly message: string }
  | { readonly kind: 'oversized'; readonly message: string };

/** Tells the parts of an upload apart, and looks whether its file is a source map. */
export async function readUpload({ bytes, contentType }: SentUpload): Promise<ReadUpload> {
  const form = await readForm(bytes, contentType);
  if (form.kind === 'broken') return { kind: 'invalid', field: '', message: form.message };
  const { file, fields } = form;
  if (file === undefined) {
    const message = 'expected a file in the part `sourcemap`, found none';
    return { kind: 'invalid', field: 'sourcemap', message };
  }
  if (file.isCut) {
    const message = `expected a source map of at most ${limits.mapBytesMax} bytes, found a larger one`;
    return { kind: 'oversized', message };
  }
  const map = readMap(file.bytes);
  if (map.kind === 'oversized') return map;
  if (map.kind === 'invalid') return { ...map, field: 'sourcemap' };
  return {
    kind: 'upload',
    fields: { ...(map.debugId !== undefined && { debug_id: map.debugId }), ...fields },
    filename: file.filename,
    sizeBytes: file.bytes.length,
    hash: createHash('sha256').update(file.bytes).digest('hex'),
    frame: zstd().compress(file.bytes),
  };
}
