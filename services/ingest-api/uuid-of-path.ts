import { type HttpProblem, notFound } from '../../platform/http/problem.ts';

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** The id in a path, in lower case. One that cannot be an id of ours names nothing, and no stream. */
export function uuidOfPath({ id }: { readonly id: string }, what: string): string {
  const text = id.toLowerCase();
  if (uuidPattern.test(text)) return text;
  throw unknown(what, id);
}

export const unknown = (what: string, id: string): HttpProblem =>
  notFound(`there is no ${what} ${id}`);
