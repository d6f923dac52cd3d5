import { readFileSync } from 'node:fs';
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

/** One event of each type, as a version stored it. */
export const storedEvents = (version: number): readonly StoredEvent[] =>
  JSON.parse(textOf('events', version));

/** One command of each type, as a version put it on the topic. */
export const storedCommands = (version: number): readonly StoredCommand[] =>
  JSON.parse(textOf('commands', version));

const textOf = (folder: string, version: number): string =>
  readFileSync(join(packageRoot(), 'test/fixtures', folder, `version-${version}.json`), 'utf8');
