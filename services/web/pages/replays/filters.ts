import { usePageSearch } from '../../page-search.ts';

export const errorChoices = [
  ['', 'all'],
  ['true', 'with errors'],
  ['false', 'without errors'],
] as const;

type Name = 'url' | 'user' | 'service' | 'errors';

export type Filters = Readonly<Record<Name, string>>;

const knownErrors = (text = ''): string =>
  errorChoices.some(([value]) => value === text) ? text : '';

/** The filters of the link, and how to change them; another filter begins at the first page. */
export function useFilters() {
  const [found, change] = usePageSearch('url', 'user', 'service', 'errors', 'page');
  const { url = '', user = '', service = '' } = found;
  const filters: Filters = { url, user, service, errors: knownErrors(found.errors) };
  const narrow = (next: Partial<Filters>): void => change({ ...next, page: undefined });
  return [filters, narrow] as const;
}

export const isNarrow = (filters: Filters): boolean =>
  Object.values(filters).some(each => each !== '');
