import {
  type Command,
  type CommandPayload,
  commandVersion,
} from '../../schemas/commands/command.ts';
import { commandHeaders, encodeCommand, turnOf } from '../../schemas/commands/record.ts';
import type { Actor } from '../../schemas/events/event.ts';
import type { CommandId, OrganizationId, StreamName } from '../../schemas/ids.ts';
import { recordVersion, topics } from '../../schemas/topics.ts';
import type { NewRecord, TopicLog } from '../topic-log/port.ts';

export type Envelope = {
  readonly id: CommandId;
  /** The first stream the command writes: commands about one thing are decided in order. */
  readonly stream: StreamName;
  readonly organizationId?: OrganizationId;
  readonly atMs: number;
  readonly correlationId: string;
  readonly actor: Actor;
  readonly requestHash: string;
};

/** Of a command that a service sends by itself, for no request. */
export const ownEnvelope = (own: Omit<Envelope, 'correlationId' | 'requestHash'>): Envelope => ({
  ...own,
  correlationId: own.id,
  requestHash: '',
});

export type SentCommand = { readonly wish: CommandPayload; readonly envelope: Envelope };

/** Resolves when the command is durable; it will be decided, sooner or later. */
export const sendCommand = (
  wish: CommandPayload,
  envelope: Envelope,
  dependencies: { readonly topicLog: Pick<TopicLog, 'append'> },
): Promise<void> => sendCommands([{ wish, envelope }], dependencies);

/** The same for several, in this order where they are about one thing. */
export async function sendCommands(
  commands: readonly SentCommand[],
  { topicLog }: { readonly topicLog: Pick<TopicLog, 'append'> },
): Promise<void> {
  await topicLog.append(topics.commands, commands.map(commandRecord));
}

export function commandRecord({ wish, envelope }: SentCommand): NewRecord {
  const command: Command = { ...wish, ...envelope, version: commandVersion };
  return {
    key: envelope.stream,
    value: encodeCommand(command),
    headers: {
      [commandHeaders.version]: recordVersion,
      [commandHeaders.turn]: turnOf(envelope),
    },
  };
}
