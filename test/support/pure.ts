import { ChildProcess } from 'node:child_process';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { Server, Socket } from 'node:net';
import workers from 'node:worker_threads';

const forbid = (what: string) => (): never => {
  throw new Error(`a unit test must not ${what}; move the file to test/component`);
};

/**
 * Keeps unit tests pure. Engines are native modules, which fail as soon as they are imported. The
 * rest is forbidden once tests run: mocha itself starts processes and talks to them.
 */
process.dlopen = forbid('load a native engine');

export const mochaHooks = {
  beforeAll(): void {
    Server.prototype.listen = forbid('start a server');
    Socket.prototype.connect = forbid('open a socket');
    Object.assign(ChildProcess.prototype, { spawn: forbid('start a process') });
    Object.assign(files, { mkdtemp: forbid('write files') });
    Object.assign(workers, { Worker: forbid('start a thread') });
    syncBuiltinESMExports();
  },
};
