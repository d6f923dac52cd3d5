import { HttpProblem } from '../../../../platform/http/problem.ts';
import { ownMemory } from '../../../../platform/threads/memory.ts';
import { type Asking, openThreadPool } from '../../../../platform/threads/pool.ts';
import { snapshotLimits } from '../config.ts';
import {
  type CaptureResult,
  type CaptureTask,
  type ReadCapture,
  type Verdict,
  workOn,
} from './read-capture.ts';

export type CaptureReader = {
  /** A capture without personal and secret values. Throws 400. */
  readonly read: (bytes: Buffer, asking: Asking) => Promise<ReadCapture>;
  /** What a capture that could be read says of a condition. */
  readonly evaluate: (bytes: Buffer, condition: string, asking: Asking) => Promise<Verdict>;
};

/** Short captures are read at once and long ones in a thread, so that other requests wait for neither. */
export function openCaptures(): CaptureReader {
  const pool = openThreadPool<CaptureTask, CaptureResult>({
    name: 'read',
    module: new URL('./thread.ts', import.meta.url),
    ...snapshotLimits.threads,
  });
  const work = async (task: CaptureTask, asking: Asking): Promise<CaptureResult> =>
    task.bytes.length <= snapshotLimits.readAtOnceBytesMax
      ? workOn(task)
      : pool.run(() => ({ task: { ...task, bytes: ownMemory(task.bytes) }, transfer: [] }), asking);
  return {
    read: async (bytes, asking) => {
      const result = await work({ kind: 'read', bytes }, asking);
      if (result.kind === 'read') return result;
      if (result.kind !== 'invalid') throw new Error(`expected a capture, found ${result.kind}`);
      const { message, details } = result;
      throw new HttpProblem({ status: 400, code: 'invalid_request', message, details });
    },
    evaluate: async (bytes, condition, asking) => {
      const result = await work({ kind: 'condition', bytes, condition }, asking);
      if (result.kind === 'condition') return result.verdict;
      throw new Error(`expected the value of a condition, found ${result.kind}`);
    },
  };
}
