import { usePageSearch } from '../../page-search.ts';

export const errorChoices = [
  ['', 'all'],
  ['true', 'with errors'],
  ['false', 'without errors'],
] as const;

export const clickChoices = [
  ['', 'all'],
  ['rage', 'with rage clicks'],
  ['dead', 'with dead clicks'],
] as const;

const names = ['url', 'user', 'service', 'errors', 'error', 'attribute', 'clicks'] as const;

export type Filters = Readonly<Record<(typeof names)[number], string>>;

const known = (choices: readonly (readonly [string, string])[], text = ''): string =>
  choices.some(([value]) => value === text) ? text : '';

/** The filters of the link, and how to change them; another filter begins at the first page. */
export function useFilters() {
  const [found, change] = usePageSearch(...names, 'page');
  const { url = '', user = '', service = '', error = '', attribute = '' } = found;
  const filters: Filters = {
    url,
    user,
    service,
    error,
    attribute,
    errors: known(errorChoices, found.errors),
    clicks: known(clickChoices, found.clicks),
  };
  const narrow = (next: Partial<Filters>): void => change({ ...next, page: undefined });
  return [filters, narrow] as const;
}

export const isNarrow = (filters: Filters): boolean =>
  Object.values(filters).some(each => each !== '');

/** The filters as the route takes them. An attribute that is not whole yet is none. */
export function queryOf({ url, user, service, errors, error, attribute, clicks }: Filters) {
  const [, name = '', value = ''] = /^([^=]+)=(.+)$/u.exec(attribute) ?? [];
  return {
    page: url,
    user_id: user,
    service,
    has_errors: errors,
    error,
    user_attribute: name,
    user_value: value,
    min_rage_clicks: clicks === 'rage' ? '1' : '',
    min_dead_clicks: clicks === 'dead' ? '1' : '',
  };
}
