import { readdirSync, readFileSync, write } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { watchdogLimits as limits } from './limits.ts';
import { isInFatalHandler, openJudge, type Verdict } from './verdict.ts';

const standardOutput = 1;
/** Of Linux; elsewhere a fault shows as a main thread without a sign of life. */
const threadsFolder = '/proc/self/task';

parentPort?.once('message', (signs: Int32Array) => {
  const judge = openJudge();
  const timer = setInterval(() => {
    const [ticks = 0, hasStarted = 0] = [Atomics.load(signs, 0), Atomics.load(signs, 1)];
    const verdict = judge({ ticks, isStarting: hasStarted === 0, faulted: faultedThread() });
    if (verdict === undefined) return;
    clearInterval(timer);
    endWith(lineOf(verdict));
  }, limits.checkMs);
  // The first look loads what the others need.
  faultedThread();
  parentPort?.postMessage('watching');
});

function faultedThread(): string | undefined {
  for (const id of threadIds()) {
    const status = statusOf(id);
    if (isInFatalHandler(status)) return /^Name:\s*(.*)$/m.exec(status)?.[1] ?? id;
  }
  return undefined;
}

function threadIds(): readonly string[] {
  try {
    return readdirSync(threadsFolder);
  } catch {
    return [];
  }
}

/** Of a thread that has ended meanwhile, nothing. */
function statusOf(id: string): string {
  try {
    return readFileSync(`${threadsFolder}/${id}/status`, 'latin1');
  } catch {
    return '';
  }
}

function lineOf(verdict: Verdict): string {
  const line = { level: 60, time: new Date().toISOString() };
  const text =
    verdict.kind === 'fault'
      ? {
          ...line,
          thread: verdict.thread,
          msg: 'a native fault stopped a thread: the process ends',
        }
      : {
          ...line,
          frozenMs: verdict.checks * limits.checkMs,
          msg: 'the main thread does not answer: the process ends',
        };
  return `${JSON.stringify(text)}\n`;
}

/** Nothing is drained: what was acknowledged is on the disk. Nobody may read the line, and then it must not hold the end. */
function endWith(line: string): void {
  const end = (): void => void process.kill(process.pid, 'SIGKILL');
  setTimeout(end, limits.lineMsMax);
  write(standardOutput, line, end);
}
