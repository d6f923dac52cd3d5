import type { Running } from '../lifecycle.ts';
import { type Assignment, type AssignmentBackend, runAssignment } from './assignment.ts';
import type { ConsumeOptions } from './port.ts';

export type ConsumerGroups = {
  join(options: ConsumeOptions): Promise<Running>;
  /** Takes every partition from every consumer and gives out no more. */
  close(): void;
};

type Member = { readonly options: ConsumeOptions; readonly holdings: Assignment[] };

type Group = { readonly members: Member[]; changed: Promise<void> };

/**
 * One process owns the folder, so a group needs no protocol: all partitions of a topic belong to
 * the consumer that joined last, and go back to the one before it when it leaves.
 */
export function createConsumerGroups(holder: AssignmentBackend): ConsumerGroups {
  const groups = new Map<string, Group>();
  const state = { open: true };

  /** Changes of one group happen one after the other; each ends with the right owner. */
  const change = (group: Group, alter: () => void): Promise<void> => {
    group.changed = group.changed.then(async () => {
      const before = group.members.at(-1);
      alter();
      const owner = group.members.at(-1);
      if (owner === before) return;
      await before?.holdings.at(-1)?.revoke();
      if (owner !== undefined && state.open)
        owner.holdings.push(runAssignment(owner.options, holder));
    });
    return group.changed;
  };
  return {
    join: async options => {
      const name = JSON.stringify([options.group, options.topic]);
      const group = groups.get(name) ?? { members: [], changed: Promise.resolve() };
      groups.set(name, group);
      const member: Member = { options, holdings: [] };
      await change(group, () => group.members.push(member));
      return {
        stop: async () => {
          await change(group, () => {
            const index = group.members.indexOf(member);
            if (index >= 0) group.members.splice(index, 1);
          });
          for (const holding of member.holdings) await holding.ended;
        },
      };
    },
    close: () => {
      state.open = false;
      for (const { members } of groups.values())
        for (const { holdings } of members) for (const holding of holdings) void holding.revoke();
    },
  };
}
