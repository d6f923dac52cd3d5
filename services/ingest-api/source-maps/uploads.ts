import type { MultipartBody } from '../../../platform/http/handler.ts';
import {
  invalidField,
  invalidRequest,
  parseRequest,
  payloadTooLarge,
} from '../../../platform/http/problem.ts';
import { ownMemory } from '../../../platform/threads/memory.ts';
import { type Asking, openThreadPool } from '../../../platform/threads/pool.ts';
import { uploadedParts } from '../../../schemas/source-maps/routes.ts';
import { sourceMapLimits } from './config.ts';
import { type ReadUpload, readUpload, type SentUpload, type Upload } from './read-upload.ts';

export type SourceMapUpload = Pick<Upload, 'sizeBytes' | 'hash' | 'frame'> & {
  readonly debugId: string;
  readonly release?: string;
  readonly filename: string;
};

/** Reads an upload, or throws the problem for the response. */
export type ReadSourceMap = (body: MultipartBody, asking: Asking) => Promise<SourceMapUpload>;

/** A long one in a thread, to which its memory moves. */
export function openUploads(): ReadSourceMap {
  const pool = openThreadPool<SentUpload, ReadUpload>({
    name: 'read',
    module: new URL('./thread.ts', import.meta.url),
    ...sourceMapLimits.threads,
  });
  const readInThread = ({ bytes: sent, contentType }: MultipartBody, asking: Asking) =>
    pool.run(() => {
      const bytes = ownMemory(sent);
      return { task: { bytes, contentType }, transfer: [bytes.buffer] };
    }, asking);
  return async (body, asking) => {
    const isShort = body.bytes.length <= sourceMapLimits.readAtOnceBytesMax;
    const read = await (isShort ? readUpload(body) : readInThread(body, asking));
    if (read.kind === 'oversized') throw payloadTooLarge(read.message);
    if (read.kind === 'invalid') throw invalidPart(read.field, read.message);
    return uploadOf(read);
  };
}

const nameless = 'sourcemap.js.map';

function uploadOf({
  fields,
  filename = nameless,
  sizeBytes,
  hash,
  frame,
}: Upload): SourceMapUpload {
  const sent = fields.debugId ?? fields.debug_id;
  if (sent === undefined)
    throw invalidPart(
      'debug_id',
      'expected a part `debug_id` with a UUID, or a source map with one',
    );
  const parts = { debug_id: sent, release: fields.release, filename };
  const { debug_id: debugId, release, filename: name } = parseRequest(uploadedParts, parts);
  const placed = { debugId, filename: name, ...(release && { release }) };
  return { ...placed, sizeBytes, hash, frame };
}

const invalidPart = (field: string, message: string) =>
  field === '' ? invalidRequest(message) : invalidField(field, message);
