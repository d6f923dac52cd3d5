import { setTimeout as pause } from 'node:timers/promises';
import { eventText } from '../../../../platform/http/event-stream.ts';
import { internalError, toProblem } from '../../../../platform/http/problem.ts';
import { instantOf } from '../figures.ts';
import { backtestLimits } from './config.ts';
import type { Progress } from './run-backtest.ts';

/** The events of a stream: `progress` now and then, and `result` or `error` at the end. */
export async function* withProgress(
  work: (onProgress: (progress: Progress) => void) => Promise<unknown>,
): AsyncGenerator<string> {
  let latest: Progress = { done: 0, timeMs: 0 };
  let last: string | undefined;
  const ended = work(progress => {
    latest = progress;
  }).then(
    data => eventText({ event: 'result', data }),
    (error: unknown) => eventText({ event: 'error', data: problemOf(error) }),
  );
  const end = ended.then(text => {
    last = text;
  });
  while (last === undefined) {
    yield eventText({ event: 'progress', data: progressBody(latest) });
    await Promise.race([end, pause(backtestLimits.progressMs)]);
  }
  yield last;
}

const progressBody = ({ done, timeMs }: Progress) => ({
  done: Math.round(done * 1000) / 1000,
  evaluated_up_to: timeMs === 0 ? null : instantOf(timeMs),
});

/** The status has been sent, so the problem is reported as an event. */
function problemOf(error: unknown) {
  const { status, code, message } = toProblem(error) ?? internalError();
  return { status, code, error: message };
}
