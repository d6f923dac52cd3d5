import type { CrashPoint, Death, Stage } from './point.ts';

export type Crash = {
  /** Runs a call of a stage, and dies on the way when it is the one. */
  readonly around: <Result>(
    stage: Stage,
    call: string,
    run: () => Promise<Result>,
  ) => Promise<Result>;
  /** Dies at this point from now on, or nowhere. */
  readonly arm: (point: CrashPoint | undefined) => void;
  readonly appended: (spans: number) => void;
  readonly recoveryBegan: () => void;
  readonly recoveryEnded: () => void;
};

/** Stages that are not the processor's, so no part of its recovery. */
const others = new Set<Stage>(['append', 'evaluate', 'score', 'projection']);

/** Waits for its point; without one it lets everything through. */
export function openCrash(
  given: CrashPoint | undefined,
  die: (death: Omit<Death, 'repeating'>) => never,
): Crash {
  let point = given;
  let spans = 0;
  let calls = 0;
  let share = given?.share ?? 0;
  let lastMs = 1;
  const stageOf = (stage: Stage): Stage => (point?.stage === 'recovery' ? 'recovery' : stage);
  let isRecovering = false;

  const isMine = (stage: Stage, call: string): boolean => {
    if (point === undefined || spans < point.spansBefore) return false;
    if (point.stage === 'recovery') return isRecovering && !others.has(stage);
    if (point.stage !== stage) return false;
    return point.table === undefined || point.table === call;
  };
  const timed = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    const startedMs = performance.now();
    const result = await run();
    lastMs = performance.now() - startedMs;
    return result;
  };
  const watch = (running: Promise<unknown>, kill: () => never): void => {
    const atMs = performance.now() + share * lastMs;
    let isOver = false;
    const over = (): void => {
      isOver = true;
      // Too late: sooner the next time.
      share /= 2;
    };
    running.then(over, over);
    const look = (): void => {
      if (isOver) return;
      if (performance.now() >= atMs) kill();
      setImmediate(look);
    };
    setImmediate(look);
  };

  return {
    around: async (stage, call, run) => {
      if (!isMine(stage, call)) return run();
      if (calls++ < (point?.callsBefore ?? 0)) return timed(run);
      const moment = point?.moment ?? 'before';
      const kill = (): never => die({ stage: stageOf(stage), moment, call });
      if (moment === 'before') kill();
      const running = timed(run);
      if (moment === 'during') watch(running, kill);
      const result = await running;
      if (moment === 'after') kill();
      return result;
    },
    arm: next => {
      point = next;
      calls = 0;
      share = next?.share ?? 0;
    },
    appended: count => {
      spans += count;
    },
    recoveryBegan: () => {
      isRecovering = true;
    },
    recoveryEnded: () => {
      isRecovering = false;
      // There was less to repeat than the point waited for.
      if (point?.stage === 'recovery') point = { ...point, stage: 'insert', callsBefore: 0 };
    },
  };
}
