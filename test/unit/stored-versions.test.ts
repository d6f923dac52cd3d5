import { deepEqual, equal, ok } from 'node:assert/strict';
import { registrations } from '../../projections/accounts/registrations.ts';
import { organizations } from '../../projections/organizations/organizations.ts';
import { commandVersion } from '../../schemas/commands/command.ts';
import { encodeCommand, parseCommand } from '../../schemas/commands/record.ts';
import { type DomainEvent, type EventType, eventVersion } from '../../schemas/events/event.ts';
import { upcast } from '../../schemas/events/upcast.ts';
import { features } from '../../schemas/features.ts';
import type { StreamName } from '../../schemas/ids.ts';
import type { AggregateState } from '../../services/decider/core/aggregate.ts';
import type { Decision } from '../../services/decider/core/decision.ts';
import { evolve } from '../../services/decider/core/features.ts';
import { openDecidedWorld } from '../support/decided-world.ts';
import { storedCommands, storedEvents } from '../support/fixtures.ts';
import { recordedAt } from '../support/given.ts';

const versions = Array.from({ length: eventVersion }, (_, index) => index + 1);
const metadata = JSON.stringify({ version: '1.2.3', environment: 'test', more: [1, { a: 2 }] });

/** What tells that the metadata of a source are there, as an object and as a text in JSON. */
const ofMetadata = ['1.2.3', '"environment":"test"', '\\"environment\\":\\"test\\"'];

const everyType = features.flatMap(({ events }) => Object.keys(events));

const eventsOf = (version: number): readonly DomainEvent[] =>
  storedEvents(version).map(({ event }) => upcast(event));

function only<Type extends EventType>(version: number, type: Type) {
  const found = eventsOf(version).find(event => event.type === type);
  if (found?.type !== type) throw new Error(`expected a ${type} of version ${version}`);
  return found as Extract<DomainEvent, { readonly type: Type }>;
}

describe('events that were stored', () => {
  it('have a fixture of every version, the newest with every type', () => {
    for (const version of versions) {
      const events = storedEvents(version);
      ok(events.every(({ event }) => event.version === version));
    }
    const types = new Set(storedEvents(eventVersion).map(({ event }) => event.type));
    deepEqual([...types].sort(), everyType.toSorted());
  });

  it('are read as they are when the newest version wrote them', () => {
    for (const { event } of storedEvents(eventVersion)) equal(upcast(event), event);
  });

  it('of version 1 keep what they held in clear, and nothing else changes', () => {
    const { displayName, metadata: described } = only(1, 'RegistrationRequested').data;
    deepEqual([displayName, described], [{ clear: 'Acme' }, { clear: metadata }]);
    deepEqual(only(1, 'OrganizationCreated').data.displayName, { clear: 'Acme' });
    deepEqual(only(1, 'ServiceIntegrated').data.metadata, { clear: metadata });
    for (const { event } of storedEvents(1)) {
      const cast = upcast(event);
      equal(upcast(cast), cast);
      if (cast === event) continue;
      const { data, ...rest } = cast;
      const { data: stored, ...asStored } = event;
      deepEqual(rest, { ...asStored, version: eventVersion });
      const gone = Object.keys(stored).filter(field => !(field in data));
      ok(gone.every(field => ['organizationName', 'sourceMetadata', 'name'].includes(field)));
    }
  });

  it('of version 2 hold nothing personal in clear', () => {
    const text = JSON.stringify(storedEvents(2));
    for (const clear of ['clear', 'Acme', ...ofMetadata, 'example.org'])
      ok(!text.includes(clear), `found ${clear}`);
  });

  it('of every version are understood by deciders and projections', () => {
    for (const version of versions) {
      const states = new Map<StreamName, AggregateState | undefined>();
      for (const { stream, event } of storedEvents(version))
        states.set(stream, evolve(stream, states.get(stream), upcast(event)));
      const kinds = [...states.values()].map(state => state?.kind);
      for (const kind of ['address', 'registration', 'api-key', 'subscription'])
        ok(kinds.includes(kind), `expected ${kind} of version ${version}`);
      const requested = only(version, 'RegistrationRequested');
      const row = registrations.project(undefined, requested, '', recordedAt(0));
      ok(row?.mailboxHash && row.displayName && row.metadata);
      ok(
        organizations.project(undefined, only(version, 'OrganizationCreated'), '', recordedAt(0))
          ?.displayName,
      );
    }
  });
});

describe('commands that are on the topic', () => {
  const decisionsOf = (version: number): readonly Decision[] => {
    const world = openDecidedWorld();
    return storedCommands(version).map(({ headers, value }) =>
      world.command(parseCommand(encodeCommand(value), headers)),
    );
  };

  it('are decided for every version', () => {
    for (let version = 1; version <= commandVersion; version++)
      deepEqual(
        decisionsOf(version).map(({ kind }) => kind),
        storedCommands(version).map(() => 'accepted'),
      );
  });

  it('of version 1 still give an organization the name that was asked for', () => {
    const facts = decisionsOf(1).flatMap(decision =>
      decision.kind === 'accepted' ? decision.appends.flatMap(append => append.facts) : [],
    );
    const personal = facts.flatMap(fact => {
      if (fact.type === 'OrganizationCreated') return [fact.data.displayName];
      return fact.type === 'ServiceIntegrated' ? [fact.data.metadata] : [];
    });
    deepEqual(personal, [{ clear: 'Acme' }, { clear: metadata }]);
  });

  it('of version 2 hold nothing personal in clear, nor does what follows from them', () => {
    const texts = [JSON.stringify(storedCommands(2)), JSON.stringify(decisionsOf(2))];
    for (const clear of ['clear', 'Acme', ...ofMetadata, 'example.org', 'Harbor'])
      ok(!texts.some(text => text.includes(clear)), `found ${clear}`);
  });
});
