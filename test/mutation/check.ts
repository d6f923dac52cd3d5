import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Mutant, mutated } from './mutant.ts';

/** What keeps mutants of the list from being made or tested, one line each. Runs no test. */
export async function faultsOf(mutants: readonly Mutant[], folder: string): Promise<string[]> {
  const faults: string[] = [];
  const names = new Set<string>();
  for (const mutant of mutants) {
    const fault = names.has(mutant.name) ? 'its name is taken' : await faultOf(mutant, folder);
    names.add(mutant.name);
    if (fault !== undefined) faults.push(`${mutant.name}: ${fault}`);
  }
  return faults;
}

async function faultOf(mutant: Mutant, folder: string): Promise<string | undefined> {
  const source = await readFile(join(folder, mutant.file), 'utf8').catch(() => undefined);
  if (source === undefined) return `there is no file ${mutant.file}`;
  const made = mutated(mutant, source);
  if ('fault' in made) return made.fault;
  if (made.source === source) return 'it changes nothing';
  const spec = await stat(join(folder, mutant.spec)).catch(() => undefined);
  return spec === undefined ? `there is no file ${mutant.spec}` : undefined;
}
