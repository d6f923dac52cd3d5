import { ownMemory } from '../../../platform/threads/memory.ts';
import { serveThread } from '../../../platform/threads/serve.ts';
import { type ExportRequest, examineBody, type ValidationResult } from './body.ts';

serveThread<ExportRequest, ValidationResult>(body => {
  const result = examineBody(body);
  if (result.kind !== 'readable') return { result, transfer: [] };
  const bytes = ownMemory(result.kept.bytes);
  return { result: { ...result, kept: { ...result.kept, bytes } }, transfer: [bytes.buffer] };
});
