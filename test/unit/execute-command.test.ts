import { deepEqual, rejects } from 'node:assert/strict';
import { type CommandResult, executeCommand } from '../../platform/commands/execute.ts';
import type { Envelope } from '../../platform/commands/send.ts';
import { commandId, type StreamName } from '../../schemas/ids.ts';

const id = commandId('0b5c9a34-6c1e-4f0d-9f2e-6a54f3f2a001');
const envelope: Envelope = {
  id,
  stream: 'webhook-1' as StreamName,
  atMs: 1,
  correlationId: id,
  actor: 'operator',
  requestHash: 'same',
};
const decided = (requestHash: string): CommandResult => ({
  type: 'CommandAnswered',
  data: { commandId: id },
  atMs: 2,
  requestHash,
});

/** Sends a command that is refused before it is sent; `meanwhile`: what became of the first one under its id. */
function refused(meanwhile?: CommandResult): Promise<CommandResult> {
  const looks = [undefined, meanwhile];
  const never = () => Promise.reject(new Error('expected nothing to be sent'));
  return executeCommand(
    {
      envelope,
      sender: { kind: 'operator' },
      wish: () => Promise.reject(new Error('there is no room')),
      signal: new AbortController().signal,
    },
    {
      outcomes: { known: async () => looks.shift(), outcome: never },
      topicLog: { append: never },
      commandsUnderWay: { enter: never },
    },
  );
}

describe('A command for which there is no room', () => {
  it('has the outcome of the first one under its key if that was decided since', async () => {
    deepEqual(await refused(decided('same')), decided('same'));
    await rejects(refused(decided('other')), { name: 'IdempotencyKeyReused' });
  });

  it('is refused if it is the first one', async () => {
    await rejects(refused(), { message: 'there is no room' });
  });
});
