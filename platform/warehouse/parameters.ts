import type { QueryParameters } from './port.ts';
import { literal } from './statements.ts';

/**
 * `SET param_a = …, param_b = …;`, the form in which the engine binds `{a:Type}` of the statement
 * that follows. chDB's own binding runs one statement at a time in the whole process, so one slow
 * read would hold up all others; parameters set on a connection are that connection's alone.
 * They stay on it, so a statement must be given all it names: else it would find a former one's.
 */
export function parameterStatement(sql: string, parameters: QueryParameters): string {
  expectAll(sql, parameters);
  const names = Object.keys(parameters);
  if (names.length === 0) return '';
  const pairs = names.map(name => `param_${checked(name)} = ${literal(value(parameters[name]))}`);
  return `SET ${pairs.join(', ')};\n`;
}

/** Throws unless every `{name:Type}` of the statement has a value. */
export function expectAll(sql: string, parameters: QueryParameters): void {
  for (const [, name] of sql.matchAll(/\{\s*(\w+)\s*:/g)) {
    if (name !== undefined && !Object.hasOwn(parameters, name)) {
      throw new TypeError(`expected a value for {${name}}, found ${Object.keys(parameters)}`);
    }
  }
}

function checked(name: string): string {
  if (!/^\w+$/.test(name)) throw new TypeError(`expected a parameter's name, found ${name}`);
  return name;
}

/** The text from which ClickHouse reads a value of the declared type. */
function value(given: unknown): string {
  switch (typeof given) {
    case 'string':
      return escaped(given);
    case 'number':
    case 'bigint':
      return String(given);
    case 'boolean':
      return given ? '1' : '0';
    default:
      if (given === null) return '\\N';
      if (Array.isArray(given)) return `[${given.map(item).join(',')}]`;
      throw new TypeError(`expected text, number, boolean, null or a list, found ${typeof given}`);
  }
}

function item(given: unknown): string {
  if (given === null) return 'NULL';
  return typeof given === 'string' ? `'${escaped(given)}'` : value(given);
}

/** Everything that could mean something to a parser goes as `\xHH`, byte by byte. */
function escaped(text: string): string {
  return text.replace(/[^A-Za-z0-9 _.:-]+/gu, run =>
    Array.from(Buffer.from(run), byte => `\\x${byte.toString(16).padStart(2, '0')}`).join(''),
  );
}
