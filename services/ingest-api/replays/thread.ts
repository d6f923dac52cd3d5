import { serveThread } from '../../../platform/threads/serve.ts';
import { type ReadChunk, readChunk, type SentChunk } from './read-chunk.ts';

type Answer = { readonly read: ReadChunk; readonly bytes: Uint8Array };

serveThread<SentChunk & { readonly bytes: Uint8Array<ArrayBuffer> }, Answer>(sent => {
  const read = readChunk(sent);
  const masked =
    read.kind === 'chunk' && read.masked !== undefined ? [read.masked.bytes.buffer] : [];
  return { result: { read, bytes: sent.bytes }, transfer: [sent.bytes.buffer, ...masked] };
});
