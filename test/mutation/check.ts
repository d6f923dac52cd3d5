import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Mutant, mutated, type Sources } from './mutant.ts';

/** What keeps mutants of the list from being made or tested, one line each. Runs no test. */
export async function faultsOf(
  mutants: readonly Mutant[],
  sources: Sources,
  folder: string,
): Promise<string[]> {
  const faults: string[] = [];
  const names = new Set<string>();
  for (const mutant of mutants) {
    const isTaken = names.has(mutant.name);
    const fault = isTaken ? 'its name is taken' : await faultOf(mutant, sources, folder);
    names.add(mutant.name);
    if (fault !== undefined) faults.push(`${mutant.name}: ${fault}`);
  }
  return faults;
}

async function faultOf(
  mutant: Mutant,
  sources: Sources,
  folder: string,
): Promise<string | undefined> {
  const made = mutated(mutant, sources);
  if ('fault' in made) return made.fault;
  if (made.source === sources.get(made.file)) return 'it changes nothing';
  const spec = await stat(join(folder, mutant.spec)).catch(() => undefined);
  return spec === undefined ? `there is no file ${mutant.spec}` : undefined;
}
