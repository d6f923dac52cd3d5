import type { HttpLimits } from '../limits.ts';
import { overloaded } from '../problem.ts';

/** Bytes of answers that are held until the kernel has taken them. */
export type Answers = {
  /**
   * Counts an answer until what it returns is called. Throws 503 when too much is held.
   *  holder  the organization, or the route where there is none
   */
  take(holder: string, bytes: number): () => void;
  /** Bytes that are held now. */
  held(): number;
};

type AnswerLimits = Pick<
  HttpLimits,
  'answersBytesMax' | 'answersOfOneBytesMax' | 'answersOfOneBytesMin' | 'answersReservedBytes'
>;

/** Counts answers within one budget. A part of it is reserved for holders that use little of it. */
export function openAnswers(limits: AnswerLimits): Answers {
  const byHolder = new Map<string, number>();
  let heldBytes = 0;
  const add = (holder: string, bytes: number): void => {
    heldBytes += bytes;
    const own = (byHolder.get(holder) ?? 0) + bytes;
    if (own === 0) byHolder.delete(holder);
    else byHolder.set(holder, own);
  };
  const hasRoom = (before: number, bytes: number): boolean => {
    const own = before + bytes;
    const reserved = own <= limits.answersOfOneBytesMin ? 0 : limits.answersReservedBytes;
    const isWithinShare = before === 0 || own <= limits.answersOfOneBytesMax;
    return isWithinShare && heldBytes + bytes <= limits.answersBytesMax - reserved;
  };
  return {
    held: () => heldBytes,
    take: (holder, bytes) => {
      if (!hasRoom(byHolder.get(holder) ?? 0, bytes))
        throw overloaded('too many long answers have not been read by their clients; try again');
      add(holder, bytes);
      let isHeld = true;
      return () => {
        if (isHeld) add(holder, -bytes);
        isHeld = false;
      };
    },
  };
}
