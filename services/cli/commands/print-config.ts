import { printable } from '../../../platform/config/config.ts';
import type { CommandContext } from '../context.ts';
import { table } from '../table.ts';

/** `tidemark --print-config` */
export function printConfiguration({ terminal, configuration }: CommandContext): void {
  const values = printable(configuration());
  terminal.record(values);
  const rows = Object.entries(values).map(([name, value]) => [name, textOf(value)]);
  for (const line of table(rows)) terminal.say(line);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.join(',');
  return String(value);
}
