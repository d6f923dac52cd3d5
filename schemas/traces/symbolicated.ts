import { z } from 'zod';

const frame = z.object({
  function: z.string().nullable(),
  /** Of the source; where no map has the place, of the code as it ran. Lines and columns begin with 1. */
  file: z.string(),
  line: z.int(),
  column: z.int(),
  /** The line of the stack trace as it was sent. */
  raw: z.string(),
  /** Null: the place is that of the code as it ran. */
  source_map_id: z.string().nullable(),
});

/** A stack trace with the places in the sources; the attribute `exception.stacktrace` has it as it was sent. */
export const symbolicatedStack = z.object({
  stacktrace: z.string(),
  frames: z.array(frame),
});

export type SymbolicatedStack = z.infer<typeof symbolicatedStack>;
