/** Paths of the web application, which show a person what a tool gives a model. */

const escaped = (text: string): string => encodeURIComponent(text.toWellFormed());

/** The page of one thing. */
export const pageUnder = (path: string, id: string): string => `${path}/${escaped(id)}`;

/** A page with what it is filtered by. */
export function within(
  path: string,
  filters: Readonly<Record<string, string | undefined>>,
): string {
  const named = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escaped(value)}`],
  );
  return named.length === 0 ? path : `${path}?${named.join('&')}`;
}

/** The same page at a past instant. */
export const pageAt = (path: string, asOf: string | undefined): string =>
  asOf === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}as_of=${escaped(asOf)}`;
