/** Cases that mostly wait: they all start before the first one, so the suite takes as long as its longest. */
export function sideBySide(cases: Readonly<Record<string, () => Promise<void>>>): void {
  const started = new Map<string, Promise<void>>();

  before(() => {
    for (const [name, run] of Object.entries(cases)) {
      const running = run();
      // The case reports it, however late mocha reaches that case.
      running.catch(() => undefined);
      started.set(name, running);
    }
  });

  for (const name of Object.keys(cases)) it(name, () => started.get(name));
}
