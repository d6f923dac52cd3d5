import { Unavailable } from '../../platform/errors.ts';
import { adminLimits } from './config.ts';

/** What an engine answers; undefined when it is away or silent: that is when operators ask. */
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
