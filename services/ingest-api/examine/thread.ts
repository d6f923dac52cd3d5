import { ownMemory } from '../../../platform/threads/memory.ts';
import { serveThread } from '../../../platform/threads/serve.ts';
import { type BodyToExamine, type Examined, examineBody } from './body.ts';

serveThread<BodyToExamine, Examined>(body => ({
  result: examineBody(body),
  transfer: [ownMemory(body.bytes).buffer],
}));
