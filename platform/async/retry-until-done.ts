/** Work that is to succeed once: calls share a try that is under way, and try again after one that failed. */
export function retryUntilDone(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  return async () => {
    current ??= work();
    const tried = current;
    try {
      await tried;
    } catch (error) {
      if (current === tried) current = undefined;
      throw error;
    }
  };
}
