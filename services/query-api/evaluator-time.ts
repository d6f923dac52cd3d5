import type { TopicLog } from '../../platform/topic-log/port.ts';
import { readEvaluatorTime } from '../../projections/alerts/evaluator-time.ts';
import { limits } from './config.ts';
import { createLatestValue } from './latest-value.ts';

/** Follows the evaluator's time, which the evaluator leaves with its offsets. */
export const openEvaluatorTime = (topicLog: Pick<TopicLog, 'lag'>) =>
  createLatestValue(() => readEvaluatorTime(topicLog), {
    freshMs: limits.watermarkFreshMs,
    waitMs: limits.watermarkWaitMs,
  });
