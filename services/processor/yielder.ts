import { setImmediate as otherWork } from 'node:timers/promises';
import { limits } from './config.ts';

/** To be awaited between small steps: gives way to other work when the last time is long enough ago. */
export function createYielder(): () => Promise<void> | undefined {
  let endsMs = performance.now() + limits.sliceMs;
  const giveWay = async (): Promise<void> => {
    await otherWork();
    endsMs = performance.now() + limits.sliceMs;
  };
  return () => (performance.now() < endsMs ? undefined : giveWay());
}
