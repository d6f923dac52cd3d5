import { AnswerTooLarge, TooLittleMemory } from '../../../platform/errors.ts';

/** The answer of a read; undefined when it would be more than a read may give, so that less may be asked for. */
export async function unlessTooMuch<Answer>(reading: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof AnswerTooLarge || error instanceof TooLittleMemory) return undefined;
    throw error;
  }
}
