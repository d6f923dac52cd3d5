import { AnswerTooLarge, TooLittleMemory } from '../../../platform/errors.ts';

/** The result of a read; undefined when it is larger than allowed, so that the caller can read less. */
export async function unlessTooMuch<Answer>(reading: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof AnswerTooLarge || error instanceof TooLittleMemory) return undefined;
    throw error;
  }
}
