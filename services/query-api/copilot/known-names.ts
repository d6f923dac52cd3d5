import { aliasesOf } from './near-services.ts';
import type { Read } from './reading.ts';

/** What a question may name. */
export type KnownNames = {
  readonly services: readonly string[];
  readonly aliases: ReadonlyMap<string, string>;
  readonly errors: readonly string[];
};

/** A name in which words begin with capitals, as errors have. */
const looksLikeError = /\b[A-Z]\w*[a-z]\w*[A-Z]\w*|\b\w+(?:Error|Exception|Timeout|Fault)\b/u;

/** Errors are read only for a question that may name one. */
export async function namesOf(question: string, read: Read): Promise<KnownNames> {
  const mayNameError = looksLikeError.test(question);
  const [{ services }, errors] = await Promise.all([
    read('listServices'),
    mayNameError ? read('listErrors', { query: { limit: '200' } }) : undefined,
  ]);
  const names = services.map(({ name }) => name);
  return {
    services: names,
    aliases: aliasesOf(names),
    errors: [...new Set((errors?.errors ?? []).map(({ error_type: type }) => type))],
  };
}
