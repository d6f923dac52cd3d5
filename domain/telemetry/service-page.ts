import { unfitNames } from '../../schemas/unfit-names.ts';

/** The path of the page of a service in the web application. */
export function servicePage(name: string): string {
  const text = encodeURIComponent(name.toWellFormed());
  return name === '' || unfitNames.has(name) ? `/services/-?name=${text}` : `/services/${text}`;
}
