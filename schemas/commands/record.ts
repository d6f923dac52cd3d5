import { z } from 'zod';
import { commandNames } from '../features.ts';
import { recordVersion } from '../topics.ts';
import type { Command } from './command.ts';
import { upcastCommand } from './upcast.ts';

/** Headers of a record on `commands`; its value is the command as JSON. */
export const commandHeaders = {
  version: 'v',
  /** Commands with the same one share turns when they are decided. */
  turn: 'turn',
} as const;

/**
 * Commands of clients of one organization share turns, and those that our own roles send about it. Commands without
 * an organization, which are registrations, share theirs too.
 */
export const turnOf = ({
  organizationId,
  requestHash,
}: Pick<Command, 'organizationId' | 'requestHash'>): string =>
  `${organizationId ?? ''}${requestHash === '' ? ' own' : ''}`;

const envelope = z.object({
  type: z.string().refine(type => commandNames.has(type), 'expected the name of a command'),
  data: z.looseObject({}),
  id: z.guid(),
  version: z.int(),
  stream: z.string().min(1),
  organizationId: z.string().optional(),
  atMs: z.int(),
  correlationId: z.string(),
  actor: z.string(),
  requestHash: z.string(),
});

export const encodeCommand = (command: Command): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(command));

/**
 * The command of a record. Throws when the record is none: only our own sender writes them, so what
 * is inside `data` is trusted once the envelope holds.
 */
export function parseCommand(
  value: Uint8Array,
  headers: Readonly<Record<string, string>>,
): Command {
  const version = headers[commandHeaders.version];
  if (version !== recordVersion) {
    throw new Error(`expected a command record of version ${recordVersion}, found ${version}`);
  }
  return upcastCommand(envelope.parse(JSON.parse(new TextDecoder().decode(value))) as Command);
}
