import { textsMeant } from '../../../domain/texts-meant.ts';
import type { HttpRequest } from '../../../platform/http/handler.ts';

/** The release that a query names for maps whose form names none; the likelier one where a `+` may be a blank. */
export function releaseOfQuery({
  query: { release },
  querystring,
}: Pick<HttpRequest<'uploadSourceMap'>, 'query' | 'querystring'>): { readonly release?: string } {
  const [meant = ''] = textsMeant(querystring, 'release', release ?? '');
  return meant === '' ? {} : { release: meant };
}
