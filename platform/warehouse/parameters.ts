import type { QueryParameters } from './port.ts';
import { literal } from './statements.ts';

/** Texts, quoted names and comments, in which nothing is a place; and places. */
const placePattern =
  /'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|`(?:[^`\\]|\\[\s\S])*`|--[^\n]*|\/\*[\s\S]*?\*\/|\{\s*(\w+)\s*:\s*([^{}]+?)\s*\}/g;

/**
 * The statement with its values in the places of `{name:Type}`, each as what ClickHouse itself makes of
 * a bound one: a text as a literal, anything else as the cast of its text. chDB's own binding runs one
 * statement at a time in the whole process, so one slow read would hold up all others; and parameters
 * set on the connection are a statement more, half a millisecond.
 */
export function withValues(sql: string, parameters: QueryParameters): string {
  expectAll(sql, parameters);
  return sql.replace(placePattern, (found, name: string | undefined, type: string) => {
    if (name === undefined) return found;
    const text = textOf(parameters[name]);
    return type === 'String' ? text : `_CAST(${text}, ${literal(type)})`;
  });
}

/** Throws unless every `{name:Type}` of the statement has a value. */
export function expectAll(sql: string, parameters: QueryParameters): void {
  for (const [, name] of sql.matchAll(placePattern)) {
    if (name !== undefined && !Object.hasOwn(parameters, name)) {
      throw new TypeError(`expected a value for {${name}}, found ${Object.keys(parameters)}`);
    }
  }
}

/** A literal of the text from which ClickHouse reads a value of the declared type. */
function textOf(given: unknown): string {
  return typeof given === 'string' || given === null ? item(given) : literal(item(given));
}

/** A value as it stands in a list, which may be one of lists. */
function item(given: unknown): string {
  switch (typeof given) {
    case 'string':
      return `'${escaped(given)}'`;
    case 'number':
    case 'bigint':
      return String(given);
    case 'boolean':
      return given ? '1' : '0';
    default:
      if (given === null) return 'NULL';
      if (Array.isArray(given)) return `[${given.map(item).join(',')}]`;
      throw new TypeError(`expected text, number, boolean, null or a list, found ${typeof given}`);
  }
}

/** Everything that could mean something to a parser goes as `\xHH`, byte by byte. */
function escaped(text: string): string {
  return text.replace(/[^A-Za-z0-9 _.:-]+/gu, run =>
    Array.from(Buffer.from(run), byte => `\\x${byte.toString(16).padStart(2, '0')}`).join(''),
  );
}
