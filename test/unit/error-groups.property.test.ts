import { deepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import {
  type ErrorGroupRow,
  errorGroupKey,
  errorGroups,
  resolvedGroups,
} from '../../projections/errors/error-groups.ts';
import { commandVersion } from '../../schemas/commands/command.ts';
import type { ErrorGroupCommand } from '../../schemas/errors/commands.ts';
import type { ErrorGroupEvent } from '../../schemas/errors/events.ts';
import { errorGroupId, errorGroupStream, regressionIdOf } from '../../schemas/errors/ids.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import { commandId, organizationId } from '../../schemas/ids.ts';
import { triageItemOf, triageStream } from '../../schemas/triage/ids.ts';
import { openDecidedStreams } from '../support/decided-streams.ts';
import { recordedAt } from '../support/given.ts';
import { holds } from '../support/property.ts';

const owner = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const groupId = errorGroupId('5b0c4e63-2f77-8d10-9a34-61f2c7d0e9ab');
const group = { organizationId: owner, groupId, service: 'payments', errorType: 'CardDeclined' };
const stream = errorGroupStream(owner, groupId);

const acts = ['resolve', 'ignore', 'reopen', 'regress', 'regress late'] as const;
type Act = (typeof acts)[number];
type Status = 'open' | 'resolved' | 'ignored' | 'regressed';

const statusAfter = { resolve: 'resolved', ignore: 'ignored', reopen: 'open' } as const;
const types = {
  resolve: 'ResolveErrorGroup',
  ignore: 'IgnoreErrorGroup',
  reopen: 'ReopenErrorGroup',
} as const;

type Model = {
  status: Status;
  sinceMs: number;
  /** Triage items by regression, and whether each is open. */
  readonly items: Map<string, boolean>;
  regressionId?: string | undefined;
};

/** What a person would say after each act: a table, without streams. */
function modelAfter(model: Model, act: Act, atMs: number): void {
  if (act === 'regress' || act === 'regress late') {
    if (model.status !== 'resolved' || act === 'regress late') return;
    const regressionId = regressionIdOf(owner, groupId, model.sinceMs);
    Object.assign(model, { status: 'regressed', sinceMs: atMs, regressionId });
    model.items.set(regressionId, true);
    return;
  }
  if (model.status === statusAfter[act]) return;
  if (model.regressionId !== undefined) model.items.set(model.regressionId, false);
  Object.assign(model, { status: statusAfter[act], sinceMs: atMs, regressionId: undefined });
}

function commandOf(act: Act, model: Model, atMs: number) {
  const { sinceMs, regressionId } = model;
  const common = {
    id: commandId(`00000000-0000-4000-8000-${String(atMs).padStart(12, '0')}`),
    version: commandVersion,
    stream,
    organizationId: owner,
    atMs,
    correlationId: 'test',
    actor: 'test',
    requestHash: '',
  };
  if (act !== 'regress' && act !== 'regress late')
    return {
      ...common,
      type: types[act],
      data: { ...group, ...(regressionId !== undefined && { regressionId }) },
    };
  // One that was found before somebody decided anew.
  const resolvedAtMs = act === 'regress' ? sinceMs : sinceMs - 1;
  return {
    ...common,
    type: 'RegressErrorGroup' as const,
    data: {
      ...group,
      resolvedAtMs,
      regressionId: regressionIdOf(owner, groupId, resolvedAtMs),
      seenAtMs: atMs,
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    },
  } satisfies ErrorGroupCommand & typeof common;
}

const isOfGroup = (event: { readonly type: string }): event is EventOf<ErrorGroupEvent['type']> =>
  event.type.startsWith('ErrorGroup');

/** What happened to a group, by the decider and its projection. */
function openGroup() {
  const rows = new Map<string, ErrorGroupRow | undefined>();
  const streams = openDecidedStreams(event => {
    if (!isOfGroup(event)) return;
    for (const key of errorGroups.keys(event, recordedAt(1)))
      rows.set(key, errorGroups.project(rows.get(key), event, key, recordedAt(1)));
  });
  const itemEvents = (regression: string) =>
    streams.typesOf(triageStream(triageItemOf(regression)));
  return {
    take: streams.take,
    seen: (items: Model['items']) => {
      const row = rows.get(errorGroupKey(owner, groupId));
      return {
        row: row && [row.status, row.sinceMs, row.regressionId],
        isLookedAt: [...rows].some(([key, one]) => key.startsWith(resolvedGroups) && one),
        items: [...items.keys()].map(itemEvents),
      };
    },
  };
}

const expected = ({ status, sinceMs, regressionId, items }: Model) => ({
  row: status === 'open' ? undefined : [status, sinceMs, regressionId],
  isLookedAt: status === 'resolved',
  items: [...items.values()].map(isOpen => [
    'TriageItemOpened',
    ...(isOpen ? [] : ['TriageItemResolved']),
  ]),
});

describe('a group of errors', () => {
  it('has the status of a table, and an open item of the inbox while it has come back', () =>
    holds(
      fc.property(fc.array(fc.constantFrom(...acts), { maxLength: 12 }), drawn => {
        const group = openGroup();
        const model: Model = { status: 'open', sinceMs: 0, items: new Map() };
        for (const [index, act] of drawn.entries()) {
          const atMs = (index + 1) * 1_000;
          group.take(commandOf(act, model, atMs));
          modelAfter(model, act, atMs);
          deepEqual(group.seen(model.items), expected(model));
        }
      }),
      1_000,
    ));
});
