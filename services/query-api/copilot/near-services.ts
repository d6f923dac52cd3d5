import { nearName } from '../../../platform/http/near-name.ts';
import type { Slices } from '../../../platform/shares/slices.ts';
import { mapInTurns } from '../bounds/in-turns.ts';

/** What ends names of services without saying more. */
const suffix = /[-_. ]?(?:service|svc|api|app|server|backend)$/iu;

/** Other names by which people call services: without such an end, where no other service is called so. */
export function aliasesOf(services: readonly string[]): ReadonlyMap<string, string> {
  const known = new Set(services.map(name => name.toLowerCase()));
  const aliases = new Map<string, string[]>();
  for (const name of services) {
    const alias = name.replace(suffix, '');
    if (alias === '' || alias === name || known.has(alias.toLowerCase())) continue;
    aliases.set(alias, [...(aliases.get(alias) ?? []), name]);
  }
  return new Map(
    [...aliases].flatMap(([alias, [name, other]]) =>
      name !== undefined && other === undefined ? [[alias, name]] : [],
    ),
  );
}

const lettersMin = 4;
const lettersMax = 100;
const wordsMax = 40;

/** A word that is no name of a service but near to one, as after a typing error. */
export type NearService = { readonly word: string; readonly near: string };

/** The first words of a question, without those that questions are made of; others get their turn between two words. */
export async function nearServices(
  question: string,
  services: readonly string[],
  turn: Slices,
): Promise<NearService[]> {
  const words = (question.match(/[\p{L}\p{N}_.-]+/gu) ?? []).map(word =>
    word.replace(/[.-]+$/u, ''),
  );
  const unusual = words
    .filter(({ length }) => length >= lettersMin && length <= lettersMax)
    .filter(word => !usual.has(word.toLowerCase()));
  const found = await mapInTurns([...new Set(unusual)].slice(0, wordsMax), nearOf(services), turn);
  return found.flat();
}

const nearOf =
  (services: readonly string[]) =>
  (word: string): NearService[] => {
    const near = nearName(
      word,
      services.filter(name => isOfLength(word, name)),
    );
    return near === undefined ? [] : [{ word, near }];
  };

/** Two slips change a short word into any other. */
const isOfLength = (word: string, name: string): boolean =>
  Math.abs(word.length - name.length) <= 2 && Math.min(word.length, name.length) > lettersMin;

const usual = new Set(
  `about after again affected alert alerts anomaly anything before between broken cause caused causes change changed
   compare could customer customers database deploy deployed error errors everything failed failing fails fixed from
   happen happened happening have healthy hour hours incident issue issues last latency line lunch many minute minutes model
   models morning most much night nothing operation operations other outage people performance problem problems queries query
   reason release released request requests right root running service services since slow slower slowest some still
   stopped than that their them there these they thing things this time timeout timeouts today token tokens trace traces
   traffic usual user users version versions week were what when where which while with wrong yesterday your`.split(
    /\s+/u,
  ),
);
