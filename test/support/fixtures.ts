import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../platform/package.ts';
import type { Command } from '../../schemas/commands/command.ts';
import type { DomainEvent } from '../../schemas/events/event.ts';
import type { StreamName } from '../../schemas/ids.ts';

export type StoredEvent = { readonly stream: StreamName; readonly event: DomainEvent };

export type StoredCommand = {
  readonly headers: Readonly<Record<string, string>>;
  readonly value: Command;
};

/** One event of each type, as a version stored it; each feature has a file of its own. */
export const storedEvents = (version: number): readonly StoredEvent[] =>
  listsOf<StoredEvent>('events', version);

/** One command of each type, as a version put it on the topic. */
export const storedCommands = (version: number): readonly StoredCommand[] =>
  listsOf<StoredCommand>('commands', version);

function listsOf<Item>(kind: string, version: number): readonly Item[] {
  const folder = join(packageRoot(), 'test/fixtures', kind, `version-${version}`);
  return readdirSync(folder)
    .sort()
    .flatMap(file => JSON.parse(readFileSync(join(folder, file), 'utf8')));
}
