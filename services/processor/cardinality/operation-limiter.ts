import { createHash } from 'node:crypto';
import type { Warehouse } from '../../../platform/warehouse/port.ts';
import { groupAt, nameOfGroup, type OperationGroup } from '../blocks/operation-entries.ts';
import { packedText, type StringTable } from '../blocks/string-table.ts';
import { limits } from '../config.ts';
import type { BatchRange } from '../core/range.ts';
import type { FoldedBatch, FoldedWindows } from '../decode/batch.ts';
import { createLimiter, decideEach } from './limiter.ts';
import { readOperations, readServices } from './load-operations.ts';
import { applyOverflow, cardinalityAction, overflowName } from './overflow.ts';

/**
 * Bounds the operations of a service and the services of an organization, for each day. Windows past
 * the bound are kept under `(other)`, so that every sum stays exact; spans keep their names.
 */
export type OperationCardinalityLimiter = {
  readonly applied: (
    folded: FoldedWindows,
    to: {
      readonly range: BatchRange;
      readonly deltaPartitions: number;
      readonly signal: AbortSignal;
    },
  ) => Promise<FoldedBatch>;
};

/** The warehouse and this process compare digests, so that long names take no memory. */
const digestOf = (text: string): string =>
  createHash('md5').update(text).digest('hex').slice(0, limits.digestCharacters);

export function createOperationCardinalityLimiter({
  warehouse,
  onOverflow,
}: {
  readonly warehouse: Pick<Warehouse, 'query'>;
  /** Gets the number of operations of a batch that became `(other)`, and the service of the first. */
  readonly onOverflow: (operations: number, service: string) => void;
}): OperationCardinalityLimiter {
  // There are no more services than groups of operations, so both share one limit of memory.
  const memory = {
    rememberedMax: limits.operationsRememberedMax / 2,
    groupsAtOnce: limits.operationGroupsAtOnce,
  };
  const services = createLimiter<OperationGroup, string>({
    ...memory,
    membersMax: limits.servicesMax,
    nameOf: ({ organization, day }) => `${organization} ${day}`,
    read: (groups, signal) => readServices(groups, { warehouse, signal }),
  });
  const operations = createLimiter<OperationGroup, string>({
    ...memory,
    membersMax: limits.operationsMax,
    nameOf: nameOfGroup,
    read: (groups, signal) => readOperations(groups, { warehouse, signal }),
  });
  /** The operations of each group by its index; one body can name 200,000 services without room. */
  const operationsOfGroups = async (groups: StringTable, signal: AbortSignal) => {
    const servicesOf = await services.membersOf(groupsAt(groups, groups.ends.keys()), signal);
    const { actions } = await decideEach(servicesOf.length, index => {
      const { service } = groupAt(groups, index);
      return service === overflowName || services.admits(servicesOf[index], digestOf(service))
        ? cardinalityAction.stays
        : cardinalityAction.otherService;
    });
    const withRoom = [...actions.keys()].filter(
      index => actions[index] === cardinalityAction.stays,
    );
    const found = await operations.membersOf(groupsAt(groups, withRoom), signal);
    return new Map(withRoom.map((index, place) => [index, found[place]]));
  };
  return {
    applied: async (folded, { range, deltaPartitions, signal }) => {
      const { groups, groupOf, operations: names } = folded.operations;
      const members = await operationsOfGroups(groups, signal);
      const { actions, over, first } = await decideEach(groupOf.length, entry => {
        const known = members.get(groupOf[entry] as number);
        if (known === undefined) return cardinalityAction.otherService;
        const name = packedText(names, entry).toString();
        return name === overflowName || operations.admits(known, digestOf(name))
          ? cardinalityAction.stays
          : cardinalityAction.otherOperation;
      });
      if (over === 0) return folded;
      onOverflow(over, groupAt(groups, groupOf[first] as number).service);
      return applyOverflow(folded, actions, { range, deltaPartitions });
    },
  };
}

function* groupsAt(groups: StringTable, indexes: Iterable<number>): Generator<OperationGroup> {
  for (const index of indexes) yield groupAt(groups, index);
}
