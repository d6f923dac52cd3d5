import { isExactNumber } from '../../schemas/exact-json.ts';
import type { Json } from '../../schemas/json.ts';
import { type Count, isMarker, masked } from './marker.ts';
import { withoutNamedValues } from './named-values.ts';
import { type Secrecy, secrecyOf } from './secret-names.ts';
import { withoutSecretTexts } from './secret-texts.ts';
import { withoutWebTokens } from './web-tokens.ts';

export type Scrubbed = { readonly value: Json; readonly masked: number };

/**
 * A value without what is personal or secret in it, as SDKs mask it too: by names, and by what texts look like.
 *  cost  in proportion to the size of the value
 */
export function scrub(value: Json): Scrubbed {
  const count = { masked: 0 };
  return { value: scrubbed(value, 'open', count), masked: count.masked };
}

function scrubbed(value: Json, secrecy: Secrecy, count: Count): Json {
  if (secrecy === 'secret') return hidden(value, count);
  if (typeof value === 'string' && isExactNumber(value)) return value;
  if (typeof value === 'string')
    return secrecy === 'texts' ? hidden(value, count) : scrubbedText(value, count);
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
      scrubbed(each, strictest(secrecyOf(name), name === 'value' ? said : secrecy), count),
    ]),
  );
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

const strictest = (left: Secrecy, right: Secrecy): Secrecy => (left === 'open' ? right : left);

/** Nothing, and what an SDK masked, stay as they are. */
function hidden(value: Json, count: Count): Json {
  if (value === null || typeof value === 'boolean' || value === '') return value;
  if (typeof value === 'string' && isMarker(value)) return value;
  return masked('sensitive_name', count);
}

/** `{name: 'Authorization', value: 'Basic …'}`: what one member names is the value of another. */
function saidBy(value: { readonly [name: string]: Json }): Secrecy {
  const name = value.name ?? value.key;
  return typeof name === 'string' ? secrecyOf(name) : 'open';
}

/** Headers as Node keeps them, each name before its value. */
const headerName = /^(?:(?:proxy-)?authorization|(?:set-)?cookie|x-[\w-]{1,60})$/iu;

/** A list of two is a name and its value; in longer lists, the names of headers stand before theirs. */
const secreciesOf = (list: readonly Json[]): readonly (Secrecy | undefined)[] =>
  list.map((_, at) => {
    const name = list[at - 1];
    if (typeof name !== 'string') return undefined;
    return list.length === 2 || headerName.test(name) ? secrecyOf(name) : undefined;
  });

function scrubbedText(text: string, count: Count): string {
  const clean = withoutNamedValues(text, count);
  return withoutSecretTexts(withoutWebTokens(clean, count), count);
}
