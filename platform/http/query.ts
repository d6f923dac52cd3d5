import type { Route } from '../../schemas/http/route.ts';
import { nearName } from './near-name.ts';
import { invalidRequest, parseRequest } from './problem.ts';

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
  const unknown = Object.keys(given).find(name => !taken.includes(name) && !ofNoMeaning.test(name));
  if (unknown !== undefined && expectsNothingElse(route))
    throw invalidRequest(unknownName(unknown, known), [
      { field: unknown.slice(0, nameCharactersShown), message: 'no parameter of this route' },
    ]);
  const { query } = route;
  if (query === undefined) return undefined;
  const named = Object.entries(given).filter(([name]) => known.includes(name));
  return parseRequest(query, Object.fromEntries(named));
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
