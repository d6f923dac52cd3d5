import { minuteMs } from '../../../../schemas/durations.ts';

const kibi = 1024;

/** Limits of answers by a language model. */
export const modelLimits = {
  /** Requests to the model for one question, and tokens of all of them. */
  stepsMax: 10,
  questionTokensMax: 300_000,
  outputTokensMax: 4_096,
  /** Calls of tools for one question, and of them those that the model asks for at once. */
  callsMax: 30,
  callsAtOnceMax: 4,
  /** Bytes of one result, and of all results of a question, as the model reads them. */
  resultBytesMax: 24 * kibi,
  resultsBytesMax: 256 * kibi,
  /** From question to answer. */
  answerMsMax: 180 * minuteMs,
  /** Characters of an answer that are kept and sent. */
  answerCharactersMax: 20_000,
  /** Questions that are with the model at once: in a process, and of one organization. */
  questionsMax: 16,
  ownQuestionsMax: 2,
  /** Characters of each earlier question and answer that the model gets. */
  earlierCharactersMax: 2_000,
  /** Names and ids that are looked for in one answer, and values that are remembered from results to compare them with. */
  idsMax: 50,
  foundMax: 20_000,
  /** To record what a question took, after its answer or its end. */
  countMsMax: 10 * minuteMs,
} as const;
