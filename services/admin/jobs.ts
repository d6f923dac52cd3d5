import { HttpProblem } from '../../platform/http/problem.ts';
import type { Running } from '../../platform/lifecycle.ts';
import type { Log } from '../../platform/log.ts';
import { randomUuid } from '../../platform/uuid.ts';
import type { AdminJob } from '../../schemas/admin/jobs.ts';
import { adminLimits } from './config.ts';

/** What a job tells while it runs. `total` null: nobody knows yet. */
export type Told = Pick<AdminJob, 'step' | 'done' | 'total'>;

/** The result of a job, under the name of its kind. */
export type Outcome = Partial<Pick<AdminJob, 'backup' | 'verification' | 'rebuild'>>;

export type Work = (tell: (told: Told) => void, signal: AbortSignal) => Promise<Outcome>;

/** Long work of operators in this process. */
export type Jobs = Running & {
  /** Throws a problem (409) while one of its kind runs. */
  readonly start: (kind: AdminJob['kind'], work: Work) => AdminJob;
  /** The latest first. */
  readonly list: () => readonly AdminJob[];
  readonly find: (id: string) => AdminJob | undefined;
  /** Resolves once the work has ended, whichever way. */
  readonly cancel: (id: string) => Promise<void>;
};

type JobsContext = { readonly clock: () => number; readonly log: Pick<Log, 'info' | 'error'> };

/** The jobs since this process started; of those that ended, the last `adminLimits.jobsMax`. */
export function openJobs(context: JobsContext): Jobs {
  const jobs: AdminJob[] = [];
  const running = new Map<AdminJob['kind'], Promise<void>>();
  const cancelling = new Map<
    string,
    { readonly cancel: AbortController; readonly ended: Promise<void> }
  >();
  const stopping = new AbortController();
  return {
    start: (kind, work) => {
      if (running.has(kind))
        throw new HttpProblem({
          status: 409,
          code: 'conflict',
          message: `a ${kind} is under way already`,
        });
      const job = newJob(kind, context.clock());
      jobs.unshift(job);
      jobs.splice(adminLimits.jobsMax);
      const cancel = new AbortController();
      const signal = AbortSignal.any([stopping.signal, cancel.signal]);
      const ended = run(job, work, signal, context).finally(() => {
        running.delete(kind);
        cancelling.delete(job.id);
      });
      running.set(kind, ended);
      cancelling.set(job.id, { cancel, ended });
      return job;
    },
    list: () => jobs,
    find: id => jobs.find(job => job.id === id),
    cancel: async id => {
      const of = cancelling.get(id);
      of?.cancel.abort(new Cancelled());
      await of?.ended;
    },
    stop: async () => {
      stopping.abort(new Error('the process stopped'));
      await Promise.all(running.values());
    },
  };
}

const newJob = (kind: AdminJob['kind'], atMs: number): AdminJob => ({
  id: randomUuid(),
  kind,
  state: 'running',
  started_at: instant(atMs),
  ended_at: null,
  step: 'begins',
  done: 0,
  total: null,
  error: null,
  backup: null,
  verification: null,
  rebuild: null,
});

/** An operator cancelled the job. */
class Cancelled extends Error {}

async function run(
  job: AdminJob,
  work: Work,
  signal: AbortSignal,
  { clock, log }: JobsContext,
): Promise<void> {
  const { id, kind } = job;
  try {
    const outcome = await work(told => Object.assign(job, told), signal);
    Object.assign(job, outcome, { state: 'succeeded', step: 'ended' });
    log.info({ job: id, kind }, 'a job of an operator ended');
  } catch (error) {
    if (signal.reason instanceof Cancelled) {
      Object.assign(job, { state: 'cancelled', step: 'ended', ended_at: instant(clock()) });
      log.info({ job: id, kind }, 'a job of an operator was cancelled');
      return;
    }
    const why = error instanceof Error ? error.message : String(error);
    Object.assign(job, { state: 'failed', error: why });
    log.error({ job: id, kind, err: error }, 'a job of an operator failed');
  }
  job.ended_at = instant(clock());
}

const instant = (atMs: number): string => new Date(atMs).toISOString();
