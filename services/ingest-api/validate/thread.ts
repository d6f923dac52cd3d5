import { ownMemory } from '../../../platform/threads/memory.ts';
import { serveThread } from '../../../platform/threads/serve.ts';
import { type ExportRequest, examineBody, type ValidationResult } from './body.ts';

serveThread<ExportRequest, ValidationResult>(body => ({
  result: examineBody(body),
  transfer: [ownMemory(body.bytes).buffer],
}));
