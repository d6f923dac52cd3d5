const quietMsMax = 15_000;

/**
 * Mocha's global teardown. A run that left a server or a process open would never end, and the
 * gate would wait with it; this names what is open and fails instead. The timer keeps nothing
 * alive itself, so that it fires in no run that left nothing. In parallel mode it sees the main process
 * only, and the workers end with it: the tests that run so open nothing (`pure.ts`).
 */
export function mochaGlobalTeardown(): void {
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ');
    process.stderr.write(`the tests left open after ${quietMsMax} ms: ${open}\n`);
    // After mocha's own listener, which sets the code of the tests.
    process.once('exit', () => {
      process.exitCode = 1;
    });
    process.exit();
  }, quietMsMax).unref();
}
