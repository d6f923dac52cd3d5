/** Milliseconds in the unit that fits: `0.8 ms`, `812 ms`, `1.53 s`, `4 min`. */
export function milliseconds(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${(ms / 1_000).toFixed(2)} s`;
  return `${Math.round(ms / 60_000)} min`;
}

export const percent = (share: number): string => `${share.toFixed(share < 10 ? 1 : 0)} %`;
