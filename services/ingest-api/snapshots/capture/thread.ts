import { serveThread } from '../../../../platform/threads/serve.ts';
import { type CaptureResult, type CaptureTask, workOn } from './read-capture.ts';

serveThread<CaptureTask, CaptureResult>(task => {
  const result = workOn(task);
  return { result, transfer: result.kind === 'read' ? [result.bytes.buffer] : [] };
});
