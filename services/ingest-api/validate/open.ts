import { ownMemory } from '../../../platform/threads/memory.ts';
import { openThreadPool } from '../../../platform/threads/pool.ts';
import { limits } from '../config.ts';
import { type ExportRequest, examineBody, type ValidationResult } from './body.ts';

export type ValidateOtlp = (body: ExportRequest) => Promise<ValidationResult>;

/**
 * Validates short bodies at once and long ones in a thread, so that other requests wait for neither.
 * The memory of a long body moves to the thread and back with the result.
 */
export function createOtlpValidator(): ValidateOtlp {
  const pool = openThreadPool<ExportRequest, ValidationResult>({
    name: 'examined',
    module: new URL('./thread.ts', import.meta.url),
    ...limits.examineThreads,
  });
  return async body => {
    if (body.bytes.length <= limits.examinedAtOnceBytesMax) return examineBody(body);
    const prepare = () => {
      const bytes = ownMemory(body.bytes);
      return { task: { ...body, bytes }, transfer: [bytes.buffer] };
    };
    return pool.run(prepare, { owner: body.organization });
  };
}
