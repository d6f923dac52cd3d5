import { randomUUID } from 'node:crypto';
import {
  type Command,
  type CommandPayload,
  commandVersion,
} from '../../schemas/commands/command.ts';
import { commandId, type OrganizationId, streamName } from '../../schemas/ids.ts';

/** A command that an organization sends at an instant. */
export const userCommand = (
  payload: CommandPayload,
  { atMs, by }: { readonly atMs: number; readonly by: OrganizationId },
): Command =>
  ({
    ...payload,
    id: commandId(randomUUID()),
    version: commandVersion,
    stream: streamName('test'),
    organizationId: by,
    atMs,
    correlationId: 'test',
    actor: 'test',
    requestHash: 'request',
  }) as Command;
