import { hourMs } from '../../../schemas/durations.ts';

const kibi = 1024;

export const mcpLimits = {
  /** Rows of a list that a tool gives, as objects and in a table. */
  rowsMax: 100,
  tableRowsMax: 200,
  /** Bytes of a response as a model gets it; what is left out is counted in `left_out`. */
  responseBytesMax: 64 * kibi,
  /** Of these, what is kept for all that is neither a row nor the part of a route: cursor, page, counts. */
  envelopeBytesMax: 8 * kibi,
  /** Bytes of a trace as a model gets it; what is left out is counted in `truncated`. */
  traceBytesMax: 256 * kibi,
  /** Arguments that are repeated for the next page; longer ones are left to the client. */
  repeatedBytesMax: 4 * kibi,
  /** Characters of a cursor. */
  cursorCharactersMax: 2_000,
  /** Places of a shortened response whose counts are said one by one. */
  shortenedPlacesMax: 20,
  /** Bytes of the schema of a response in the list of tools; a longer one is given without what is deep in it. */
  outputSchemaBytesMax: kibi,
  /** Bytes of the description of a tool: some clients cut off what is longer. */
  descriptionBytesMax: kibi,
  /** Names of services that are compared letter by letter with an unknown one, characters of it, and those that are suggested. */
  namesComparedMax: 50,
  nameCharactersMax: 200,
  namesSuggestedMax: 3,
  namesListedMax: 10,
  /** Milliseconds for which clients may keep the list of tools: it changes with a version only. */
  toolsKeptMs: hourMs,
} as const;
