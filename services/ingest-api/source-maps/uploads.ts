import type { MultipartBody } from '../../../platform/http/handler.ts';
import { invalidField, invalidRequest, payloadTooLarge } from '../../../platform/http/problem.ts';
import { ownMemory } from '../../../platform/threads/memory.ts';
import { type Asking, openThreadPool } from '../../../platform/threads/pool.ts';
import { hasZip } from '../../../platform/zip/entries.ts';
import { sourceMapLimits as limits } from './config.ts';
import { type PlacedMaps, placedMaps } from './placed-maps.ts';
import { type ReadUpload, readUpload, type SentUpload } from './read-upload.ts';

/** Reads an upload, or throws the problem for the response: of a zip all maps count, or none. */
export type ReadSourceMaps = (body: MultipartBody, asking: Asking) => Promise<PlacedMaps>;

/** A long one, and each zip, in a thread, to which its memory moves. */
export function openUploads(): ReadSourceMaps {
  const module = new URL('./thread.ts', import.meta.url);
  const maps = openThreadPool<SentUpload, ReadUpload>({ name: 'read', module, ...limits.threads });
  const zips = openThreadPool<SentUpload, ReadUpload>({
    name: 'unpacked',
    module,
    ...limits.zip.threads,
  });
  const read = ({ bytes: sent, contentType }: MultipartBody, asking: Asking) => {
    const mayBeZip = hasZip(sent.subarray(0, limits.readAtOnceBytesMax));
    if (sent.length <= limits.readAtOnceBytesMax && !mayBeZip)
      return readUpload({ bytes: sent, contentType });
    return (mayBeZip ? zips : maps).run(() => {
      const bytes = ownMemory(sent);
      return { task: { bytes, contentType }, transfer: [bytes.buffer] };
    }, asking);
  };
  return async (body, asking) => {
    const found = await read(body, asking);
    if (found.kind === 'oversized') throw payloadTooLarge(found.message);
    if (found.kind === 'invalid') throw invalidPart(found.field, found.message);
    return placedMaps(found);
  };
}

const invalidPart = (field: string, message: string) =>
  field === '' ? invalidRequest(message) : invalidField(field, message);
