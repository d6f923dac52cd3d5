import { isZip } from '../../../platform/zip/entries.ts';
import { sourceMapLimits as limits } from './config.ts';
import { type FormFile, readForm } from './form.ts';
import { type Fault, type FoundMap, foundMap } from './found-map.ts';
import { readMap } from './read-map.ts';
import { readZip } from './read-zip.ts';

export type SentUpload = { readonly bytes: Uint8Array; readonly contentType: string };

/** The texts of an upload as they were sent, and its maps. */
export type Upload = {
  readonly kind: 'upload';
  readonly fields: Readonly<Record<string, string>>;
  readonly maps: readonly FoundMap[];
  /** Of maps in a zip that cannot be used. */
  readonly faults: readonly Fault[];
  /** Files of a zip that are no map; absent where a map was sent alone. */
  readonly ignoredCount?: number;
};

export type ReadUpload =
  | Upload
  | ({ readonly kind: 'invalid' } & Fault)
  | { readonly kind: 'oversized'; readonly message: string };

/** Tells the parts of an upload apart, and looks whether its file is a source map, or a zip of some. */
export async function readUpload({ bytes, contentType }: SentUpload): Promise<ReadUpload> {
  if (!isForm(contentType)) return readFile(fileAlone(bytes), {}, 'zip');
  const form = await readForm(bytes, contentType);
  if (form.kind === 'broken') return { kind: 'invalid', field: '', message: form.message };
  const { file, fields } = form;
  if (file !== undefined) return readFile(file, fields, isZip(file.bytes) ? 'zip' : 'source map');
  const message = 'expected a file in the part `sourcemap`, found none';
  return { kind: 'invalid', field: 'sourcemap', message };
}

const isForm = (contentType: string): boolean => /^multipart\//iu.test(contentType);

const fileAlone = ({ buffer, byteOffset, byteLength }: Uint8Array): FormFile => ({
  bytes: Buffer.from(buffer, byteOffset, byteLength),
  filename: undefined,
  isCut: byteLength > limits.mapBytesMax,
});

async function readFile(
  file: FormFile,
  fields: Upload['fields'],
  what: 'zip' | 'source map',
): Promise<ReadUpload> {
  if (!file.isCut) return what === 'zip' ? ofZip(file, fields) : ofMap(file, fields);
  const message = `expected a ${what} of at most ${limits.mapBytesMax} bytes, found a larger one`;
  return { kind: 'oversized', message };
}

function ofMap({ bytes, filename }: FormFile, fields: Upload['fields']): ReadUpload {
  const map = readMap(bytes);
  if (map.kind === 'oversized') return map;
  if (map.kind === 'invalid') return { ...map, field: 'sourcemap' };
  const debugId = fields.debugId ?? fields.debug_id ?? map.debugId;
  return { kind: 'upload', fields, maps: [foundMap(bytes, { filename, debugId })], faults: [] };
}

async function ofZip({ bytes }: FormFile, fields: Upload['fields']): Promise<ReadUpload> {
  if (fields.debugId !== undefined || fields.debug_id !== undefined) return idOfZip;
  const zip = await readZip(bytes);
  return zip.kind === 'zip' ? { ...zip, kind: 'upload', fields } : { field: 'sourcemap', ...zip };
}

const idOfZip: ReadUpload = {
  kind: 'invalid',
  field: 'debug_id',
  message: 'expected no debug id beside a zip: each map of it has its own',
};
