import { nearName } from '../../../platform/http/near-name.ts';
import { mcpLimits } from './config.ts';

const { namesComparedMax, namesSuggestedMax, namesListedMax, nameCharactersMax } = mcpLimits;

/** A sentence about the services that a name which is not known may have meant, or about those that there are. */
export function nearServices(name: string, services: readonly string[]): string {
  if (services.length === 0) return 'No service sent spans in that day.';
  const near = nearNames(name, services);
  if (near.length > 0) return `Use ${near.map(each => `\`${each}\``).join(' or ')}.`;
  const listed = services.slice(0, namesListedMax).map(each => `\`${each}\``);
  const more = services.length > listed.length ? '; list_services gives all of them' : '';
  return `Known are ${listed.join(', ')}${more}.`;
}

/** The nearest first. */
function nearNames(name: string, services: readonly string[]): string[] {
  const shown = name.slice(0, nameCharactersMax);
  let left = services.filter(each => mayBeNear(shown, each)).slice(0, namesComparedMax);
  const near: string[] = [];
  while (near.length < namesSuggestedMax) {
    const next = nearName(shown, left);
    if (next === undefined) break;
    near.push(next);
    left = left.filter(each => each !== next);
  }
  return near;
}

/** Letters that one of two near names may have and the other one not: as many as `nearName` forgives, on either side. */
const lettersMax = 4;

/** Cheaper than to compare letter by letter, and never false for a name that is near. */
function mayBeNear(name: string, other: string): boolean {
  if (other.length > nameCharactersMax) return false;
  const [left, right] = [lettersOf(name), lettersOf(other)];
  if (left.includes(right) || right.includes(left)) return true;
  const counts = new Map<string, number>();
  for (const letter of left) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  for (const letter of right) counts.set(letter, (counts.get(letter) ?? 0) - 1);
  const different = [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0);
  return different <= lettersMax;
}

const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[-_.]/gu, '');
