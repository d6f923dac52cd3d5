import type { CommandOf } from '../../../../schemas/commands/command.ts';
import { modelUseStream } from '../../../../schemas/copilot/model-use.ts';
import { accept, type Decision } from '../decision.ts';

/** What was taken was taken. A command that comes again is known by its id, so it counts once. */
export const countModelUse = ({ data }: CommandOf<'CountModelUse'>): Decision =>
  accept({
    stream: modelUseStream(data.organizationId),
    facts: [{ type: 'ModelUseCounted', data }],
  });
