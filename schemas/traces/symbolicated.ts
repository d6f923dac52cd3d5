import { z } from 'zod';

/** Why a place in code has no place in the sources. */
export const unmappedReasons = [
  'no_debug_id_or_release',
  'unknown_debug_id',
  'no_map_of_release',
  'several_maps_of_release',
  'outside_of_map',
  'unreadable_map',
  'not_read',
] as const;

export type UnmappedReason = (typeof unmappedReasons)[number];

const reason = z.enum(unmappedReasons);

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
  /** Null: the place is that of the source. */
  unmapped: reason.nullable(),
});

/** A stack trace with the places in the sources; the attribute `exception.stacktrace` has it as it was sent. */
export const symbolicatedStack = z.object({
  stacktrace: z.string(),
  frames: z.array(frame),
});

export type SymbolicatedStack = z.infer<typeof symbolicatedStack>;

/** Why a stack trace has no place in the sources at all: that of its first frame. */
export const unmappedStack = z.object({ reason, message: z.string() });

export type UnmappedStack = z.infer<typeof unmappedStack>;
