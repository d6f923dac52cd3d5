import { deepEqual, equal, match } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { watchdogLimits as limits } from '../../platform/watchdog/limits.ts';
import { isInFatalHandler, openJudge } from '../../platform/watchdog/verdict.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';

/** The embedded engine, whose handlers of fatal signals sleep, and the watchdog. */
const program = `
  import { openEmbeddedWarehouse } from './platform/warehouse/embedded.ts';
  import { startWatchdog } from './platform/watchdog/watchdog.ts';
  const watchdog = await startWatchdog();
  const warehouse = await openEmbeddedWarehouse({ folder: process.env.FOLDER });
  await warehouse.query('SELECT 1 AS one', {});
  watchdog.started();
  process.stdin.once('data', () => {
    const kept = [];
    for (;;) kept.push(new Array(1000).fill(kept.length));
  });
  // A fault of a thread that holds a lock which the watchdog needs is not ended by it.
  let before = process.cpuUsage();
  const idle = setInterval(() => {
    const { user } = process.cpuUsage(before);
    before = process.cpuUsage();
    if (user > 2_000) return;
    clearInterval(idle);
    console.log('ready');
  }, 100);
`;

const look = (ticks: number, faulted?: string) => ({ ticks, isStarting: false, faulted });

describe('the watchdog', function () {
  this.timeout(120_000);
  let folder: TemporaryFolder;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder.remove());

  /** Starts the program, does something to it, and gives how it ended and its last line. */
  async function endOf(
    harm: (child: ChildProcess) => unknown,
    flags: readonly string[] = [],
  ): Promise<{ how: string; last: string }> {
    const argv = [...flags, '--import', 'tsx', '--input-type', 'module', '--eval', program];
    const child = spawn(process.execPath, argv, {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, UV_THREADPOOL_SIZE: '16', FOLDER: folder.path },
    });
    const closed = once(child, 'close');
    let last = '';
    createInterface({ input: child.stdout }).on('line', line => {
      last = line;
      if (line === 'ready') harm(child);
    });
    const [code, signal] = await closed;
    return { how: signal ?? String(code), last };
  }

  for (const signal of ['SIGSEGV', 'SIGBUS', 'SIGABRT'] as const)
    it(`ends a process with one line after ${signal}`, async () => {
      const { how, last } = await endOf(child => child.kill(signal));
      equal(how, 'SIGKILL');
      match(last, /"level":60.*a native fault stopped a thread: the process ends/);
    });

  it('ends a process with one line at the limit of its heap', async () => {
    const { how, last } = await endOf(
      child => child.stdin?.write('fill\n'),
      ['--max-old-space-size=100'],
    );
    equal(how, 'SIGKILL');
    match(last, /a native fault stopped a thread: the process ends/);
  });

  it('judges a main thread by looks without a sign of life, and forgives while it starts', () => {
    const judge = openJudge();
    equal(judge(look(1)), undefined);
    for (let count = 1; count < limits.frozenChecksMax; count++) equal(judge(look(1)), undefined);
    deepEqual(judge(look(1)), { kind: 'frozen', checks: limits.frozenChecksMax });
    equal(judge(look(2)), undefined);
    const starting = openJudge();
    for (let count = 0; count < limits.startingChecksMax; count++)
      equal(starting({ ...look(1), isStarting: true }), undefined);
    equal(starting({ ...look(1), isStarting: true })?.kind, 'frozen');
  });

  it('judges a fault that lasts, of any thread', () => {
    const judge = openJudge();
    equal(judge(look(1, 'MergeMutate')), undefined);
    equal(judge(look(2)), undefined);
    equal(judge(look(3, 'MergeMutate')), undefined);
    deepEqual(judge(look(4, 'MergeMutate')), { kind: 'fault', thread: 'MergeMutate' });
  });

  it('knows the handler of a fatal signal by what it blocks', () => {
    const status = (mask: string): string => `Name:\tnode\nSigBlk:\t${mask}\nSigIgn:\t0\n`;
    equal(isInFatalHandler(status('0000000240081ef8')), true);
    equal(isInFatalHandler(status('0000000000001000')), false);
    equal(isInFatalHandler(status('fffffffe7ffbfeff')), false);
    equal(isInFatalHandler(''), false);
  });
});
