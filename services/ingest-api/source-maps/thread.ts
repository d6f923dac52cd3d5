import { serveThread } from '../../../platform/threads/serve.ts';
import { type ReadUpload, readUpload, type SentUpload } from './read-upload.ts';

serveThread<SentUpload, ReadUpload>(async sent => {
  const result = await readUpload(sent);
  return { result, transfer: result.kind === 'upload' ? [result.frame.buffer] : [] };
});
