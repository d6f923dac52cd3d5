import { hourMs } from '../../../schemas/durations.ts';

const kibi = 1024;

export const mcpLimits = {
  /** Rows of a list that a tool gives. */
  rowsMax: 100,
  /** Bytes of a trace as a model gets it; what is left out is counted in `truncated`. */
  traceBytesMax: 256 * kibi,
  /** Milliseconds for which clients may keep the list of tools: it changes with a version only. */
  toolsKeptMs: hourMs,
} as const;
