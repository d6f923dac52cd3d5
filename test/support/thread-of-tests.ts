import { serveThread } from '../../platform/threads/serve.ts';

/** What a thread of a test does: answers the task itself, fails, ends, or never comes to an end. */
export type ThreadTask = {
  readonly answer?: string;
  readonly fault?: string;
  readonly exit?: true;
  readonly spin?: true;
};

serveThread<ThreadTask, ThreadTask>(async task => {
  if (task.fault !== undefined) throw new TypeError(task.fault);
  if (task.exit) process.exit(1);
  if (task.spin) await new Promise(() => undefined);
  return { result: task, transfer: [] };
});
