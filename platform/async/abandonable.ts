/** Like the promise, but rejects at once when the signal aborts; the promise is then ignored. */
export function abandonable<Result>(
  running: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return running;
  return new Promise((resolve, reject) => {
    const abandon = (): void => reject(signal.reason);
    if (signal.aborted) abandon();
    signal.addEventListener('abort', abandon, { once: true });
    const done = (): void => signal.removeEventListener('abort', abandon);
    running.then(
      result => {
        done();
        resolve(result);
      },
      (error: unknown) => {
        done();
        reject(error);
      },
    );
  });
}
