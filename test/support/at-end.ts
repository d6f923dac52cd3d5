const closers: (() => Promise<unknown>)[] = [];
const closeMsMax = 60_000;

/** Closes what the suites of a run share, after the last of them: what was opened last comes first. */
export const atEnd = (close: () => Promise<unknown>): void => void closers.push(close);

// Imported while mocha loads its files, so this is a hook of the root suite.
after(async function closeWhatIsShared() {
  this.timeout(closeMsMax);
  for (const close of closers.splice(0).reverse()) await close();
});
