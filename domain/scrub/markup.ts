import { type Count, masked } from './marker.ts';
import { type Secrecy, secrecyOf } from './secret-names.ts';

/** Where in the attributes of an element its name stands, and what it holds. */
const namings = ['name', 'key', 'id', 'autocomplete', 'property'] as const;
const holdings = ['value', 'content', 'defaultValue'] as const;

/** What fields are for into which secrets are typed (HTML, "autofill"). */
const autofills = /^(?:(?:current|new)-password|one-time-code|cc-(?:number|csc|exp))$/iu;

/** Of what an input field, metadata or an entry of a list holds, by what its other attributes say. */
export function secrecyOfHeld(attributeOf: (name: string) => unknown): Secrecy {
  if (attributeOf('type') === 'password') return 'secret';
  const said = namings.map(naming => {
    const name = attributeOf(naming);
    if (typeof name !== 'string') return 'open';
    return autofills.test(name) ? 'secret' : secrecyOf(name);
  });
  return (
    said.find(secrecy => secrecy === 'secret') ?? said.find(secrecy => secrecy !== 'open') ?? 'open'
  );
}

/** Whether `secrecyOfHeld` asks for an attribute of this name. */
export const isNaming = (name: string): boolean =>
  name === 'type' || namings.some(each => each === name);

export const isHolding = (name: string): boolean => holdings.some(each => each === name);

const fields = /<(?:input|meta|textarea|param)\s[^<>]{1,4000}>/giu;
const attributes =
  /(?<![\w-])(?<name>[\w-]{1,40})=(?<quote>\\{0,7}["'])(?<value>[^"'\\<>]{0,4000})\k<quote>/gu;

/** `<password>abc</password>` */
const elements = /<(?<element>[\w.:-]{1,128})(?:\s[^<>]{0,1000})?>(?<text>[^<>]{1,4000})(?=<\/)/gu;

/** A text of HTML or XML with a marker for what is in a field for passwords, or in an element whose name says that it is secret. */
export function withoutMarkupValues(text: string, count: Count): string {
  if (!text.includes('<')) return text;
  return text
    .replace(fields, tag => withoutHeld(tag, count))
    .replace(elements, (found: string, name: string, inner: string) => {
      const isSecret = secrecyOf(name) === 'secret' && inner.trim() !== '' && !isMasked(inner);
      return isSecret ? found.slice(0, -inner.length) + masked('sensitive_name', count) : found;
    });
}

function withoutHeld(tag: string, count: Count): string {
  const found = new Map(
    [...tag.matchAll(attributes)].map(({ groups = {} }) => [groups.name, groups.value]),
  );
  if (secrecyOfHeld(name => found.get(name)) !== 'secret') return tag;
  return tag.replace(attributes, (all: string, name: string, quote: string, value: string) =>
    isHolding(name) && value !== '' && !isMasked(value)
      ? `${name}=${quote}${masked('sensitive_name', count)}${quote}`
      : all,
  );
}

const isMasked = (value: string): boolean => value.includes('[REDACTED:');
