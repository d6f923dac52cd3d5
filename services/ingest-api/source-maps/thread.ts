import { serveThread } from '../../../platform/threads/serve.ts';
import { type ReadUpload, readUpload, type SentUpload } from './read-upload.ts';

serveThread<SentUpload, ReadUpload>(async sent => {
  const result = await readUpload(sent);
  const maps = result.kind === 'upload' ? result.maps : [];
  return { result, transfer: maps.map(({ frame }) => frame.buffer) };
});
