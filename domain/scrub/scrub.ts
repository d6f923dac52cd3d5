import { isExactNumber } from '../../schemas/exact-json.ts';
import type { Json } from '../../schemas/json.ts';
import { isCardAsNumber } from './card-numbers.ts';
import { type Count, isMarker, masked } from './marker.ts';
import { isHolding, secrecyOfHeld, withoutMarkupValues } from './markup.ts';
import { mayHide } from './may-hide.ts';
import { withoutNamedValues } from './named-values.ts';
import { type Secrecy, secrecyOf } from './secret-names.ts';
import { withoutSecretTexts } from './secret-texts.ts';
import { withoutWebTokens } from './web-tokens.ts';

export type Scrubbed = { readonly value: Json; readonly masked: number };

/**
 * A value without what is personal or secret in it, as SDKs mask it too: by names, and by what texts look like.
 *  secrecy  what is said of the value where it stands
 *  cost     in proportion to the size of the value
 */
export function scrub(value: Json, secrecy: Secrecy = 'open'): Scrubbed {
  const count = { masked: 0 };
  return { value: scrubbed(value, secrecy, count), masked: count.masked };
}

function scrubbed(value: Json, secrecy: Secrecy, count: Count): Json {
  if (secrecy === 'secret') return hidden(value, count);
  if (typeof value === 'string') return text(value, secrecy, count);
  if (typeof value === 'number' && isCardAsNumber(value)) return masked('credit_card', count);
  if (typeof value !== 'object' || value === null) return value;
  const isOpen = secrecy === 'open';
  if (isList(value)) {
    const secrecies = isOpen ? secreciesOf(value) : [];
    return value.map((each, at) => scrubbed(each, secrecies[at] ?? secrecy, count));
  }
  const said = isOpen ? saidBy(value) : secrecy;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      scrubbedText(name, count),
      scrubbed(each, strictest(secrecyOf(name), isHolding(name) ? said : secrecy), count),
    ]),
  );
}

function text(value: string, secrecy: Exclude<Secrecy, 'secret'>, count: Count): string {
  if (isExactNumber(value)) return value;
  const isFigure = secrecy === 'counts' && /^[\d.,]+$/u.test(value);
  if (secrecy === 'open' || isFigure) return scrubbedText(value, count);
  return hidden(value, count) as string;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

export const strictest = (left: Secrecy, right: Secrecy): Secrecy =>
  left === 'open' ? right : left;

/** Nothing, and what an SDK masked, stay as they are. */
function hidden(value: Json, count: Count): Json {
  if (value === null || typeof value === 'boolean' || value === '') return value;
  if (typeof value === 'string' && isMarker(value)) return value;
  return masked('sensitive_name', count);
}

/**
 * `{name: 'Authorization', value: 'Basic …'}`, `{type: 'password', value: '…'}`: what one member names is the value of another. A
 * message of a language model has a role, and is named after a tool.
 */
export const saidBy = (value: { readonly [name: string]: Json }): Secrecy =>
  'role' in value ? 'open' : secrecyOfHeld(name => value[name]);

/** Headers as Node keeps them, each name before its value. */
const headerName =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie|[a-z]{1,20}(?:-[a-z0-9]{1,30}){1,6})$/iu;

/** A sentence is no name. */
const pairName = /^[\w.:$-]{1,128}$/u;

/** A list of two is a name and its value; in longer lists, the names of headers stand before theirs. */
const secreciesOf = (list: readonly Json[]): readonly (Secrecy | undefined)[] =>
  list.map((_, at) => secrecyBehind(list[at - 1], list.length === 2));

/** Of an entry of a list, by the one before it. */
export function secrecyBehind(name: Json | undefined, isPair: boolean): Secrecy | undefined {
  if (typeof name !== 'string') return undefined;
  return (isPair ? pairName : headerName).test(name) ? secrecyOf(name) : undefined;
}

/** A marker may uncover what begins behind it. More are not looked for than a text of nothing but secrets has. */
const roundsMax = 4;

function scrubbedText(text: string, count: Count): string {
  if (!mayHide(text)) return text;
  let clean = text;
  for (let round = 0; round < roundsMax; round++) {
    const before = count.masked;
    clean = scrubbedOnce(clean, count);
    if (count.masked === before) break;
  }
  return clean;
}

function scrubbedOnce(text: string, count: Count): string {
  const clean = withoutNamedValues(withoutMarkupValues(text, count), count);
  return withoutSecretTexts(withoutWebTokens(clean, count), count);
}
