/** Stands in a path for a name that is in the query. */
const standIn = '-';

type Given = {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
};

/** Routes with a name of any text in their path, such as that of a service. */
export const takesNameInQuery = (path: string): boolean => path.includes('/*name/');

/**
 * Browsers and proxies take `.` and `..` out of a path (RFC 3986, 5.2.4). Such a name stands in the query:
 * `/v1/services/-/detail?name=..`. Without a name in the query, `-` is the name.
 */
export function withNameOfQuery(path: string, given: Given): Given {
  const { name, ...query } = given.query;
  const isThere =
    takesNameInQuery(path) && given.params.name === standIn && typeof name === 'string';
  return isThere ? { params: { ...given.params, name }, query } : given;
}

/** Of a name that is in the query of such a route and does not count. */
export const nameHasNoPlace = 'send `name` once, and only if the path has `-` in place of the name';

/** The parameter, as OpenAPI describes it. */
export const nameParameter = {
  name: 'name',
  in: 'query',
  required: false,
  description:
    'The name, where the path has `-` in its place: for names that a path cannot hold, `.` and `..`.',
  schema: { type: 'string' },
} as const;
