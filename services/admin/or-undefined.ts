import { Unavailable } from '../../platform/errors.ts';
import { adminLimits } from './config.ts';

/** The engine's result; undefined when the engine is unavailable, since operators need the status then. */
export async function orUndefined<Answer>(question: Promise<Answer>): Promise<Answer | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<undefined>(resolve => {
    timer = setTimeout(() => resolve(undefined), adminLimits.toldMsMax);
  });
  try {
    return await Promise.race([question, silence]);
  } catch (error) {
    if (error instanceof Unavailable) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
    question.catch(() => undefined);
  }
}
