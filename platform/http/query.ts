import type { Route } from '../../schemas/http/route.ts';
import { nameHasNoPlace, nameParameter, takesNameInQuery } from './name-in-query.ts';
import { nearName } from './near-name.ts';
import { type HttpProblem, invalidRequest, parseRequest } from './problem.ts';

type Given = Readonly<Record<string, unknown>>;

/** What clients add so that nothing between them and us answers in our place. */
const ofNoMeaning = /^(?:_.*|cb|nocache|cachebuster)$/iu;

const nameCharactersShown = 100;

/**
 * The query as the route takes it. Throws 400 for a parameter that it does not know, with the name that is near: an
 * ignored filter gives a wrong figure.
 */
export function parseQuery(route: Route, given: Given): unknown {
  const known = Object.keys(route.query?.shape ?? {});
  const taken = route.keyInQuery ? [...known, 'api_key'] : known;
  const isTaken = (name: string): boolean =>
    fieldOf(name, taken) !== undefined || ofNoMeaning.test(name);
  const unknown = Object.keys(given).find(name => !isTaken(name));
  if (unknown !== undefined && expectsNothingElse(route)) throw noParameter(route, unknown, known);
  const { query } = route;
  if (query === undefined) return undefined;
  return parseRequest(query, gathered(given, known));
}

function noParameter({ path }: Route, unknown: string, known: readonly string[]): HttpProblem {
  const field = unknown.slice(0, nameCharactersShown);
  if (unknown === nameParameter.name && takesNameInQuery(path))
    return invalidRequest(nameHasNoPlace, [{ field, message: nameHasNoPlace }]);
  return invalidRequest(unknownName(unknown, known), [
    { field, message: 'no parameter of this route' },
  ]);
}

/** The field that a parameter belongs to: one whose name ends with a dot has all that begin with it. */
const fieldOf = (name: string, known: readonly string[]): string | undefined =>
  known.find(
    field =>
      field === name ||
      (field.endsWith('.') && name.startsWith(field) && name.length > field.length),
  );

function gathered(given: Given, known: readonly string[]): Given {
  const fields = new Map<string, unknown>();
  const begun = new Map<string, [string, unknown][]>();
  for (const [name, value] of Object.entries(given)) {
    const field = fieldOf(name, known);
    if (field === undefined) continue;
    if (field === name) fields.set(name, value);
    else begun.set(field, [...(begun.get(field) ?? []), [name.slice(field.length), value]]);
  }
  for (const [field, entries] of begun) fields.set(field, Object.fromEntries(entries));
  return Object.fromEntries(fields);
}

/** Pages are linked to with what mails and campaigns add, probes with what monitors add; and telemetry that is refused is lost. */
const expectsNothingElse = ({ keys, cors }: Route): boolean => keys !== 'none' && cors !== 'send';

/** Of a parameter or an argument that there is not. */
export function unknownName(name: string, known: readonly string[]): string {
  const shown = name.slice(0, nameCharactersShown);
  const near = nearName(shown, known);
  if (near !== undefined) return `\`${shown}\` is not known here; use \`${near}\``;
  const all = known.map(each => `\`${each}\``).join(', ');
  return `\`${shown}\` is not known here; ${all === '' ? 'there are no parameters' : `known are ${all}`}`;
}
