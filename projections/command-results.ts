import type { Fact } from '../schemas/events/event.ts';
import { dayMs, type Projection } from './projection.ts';

export type CommandResultRow = {
  readonly requestHash: string;
  readonly type: Fact['type'];
  readonly data: Fact['data'];
  readonly atMs: number;
};

/** The event that answered a command, by command, for as long as clients repeat themselves. */
export const commandResults: Projection<CommandResultRow> = {
  name: 'command-results',
  version: 1,
  types: 'all',
  keys: event => (event.answers === undefined ? [] : [event.causationId]),
  project: (row, { answers, type, data, atMs }) =>
    row ?? (answers && { requestHash: answers.requestHash, type, data, atMs }),
  retention: { ms: dayMs, endedAtMs: row => row.atMs },
};
