/** The time of day, unless it is made to stand still at an instant. */
export function controlledClock() {
  let heldAtMs: number | undefined;
  return {
    now: (): number => heldAtMs ?? Date.now(),
    holdAt: (atMs: number): void => {
      heldAtMs = atMs;
    },
    release: (): void => {
      heldAtMs = undefined;
    },
  };
}
