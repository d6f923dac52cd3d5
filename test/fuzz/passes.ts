import { routes } from '../../schemas/http/routes.ts';

/** A run of schemathesis. */
export type Pass = {
  readonly of: 'organizations' | 'operators';
  readonly chosen: readonly string[];
};

export const operations = routes.length;

/** Fewer than the phase `coverage` has, which goes through the boundaries of every schema whatever is wanted. */
export const boundaryCases = 6_000;

/** Both can end the key that all else needs, so they are drawn last: operators also that of the other organization. */
const ofKeys = '^/v1/api-keys/';
const ofOperators = '^/admin/';

const byOrganizations = (...chosen: readonly string[]): Pass => ({ of: 'organizations', chosen });

const withoutOthers = `--exclude-path-regex=${ofKeys}|${ofOperators}`;
const byMethod = (methods: string): Pass =>
  byOrganizations(
    withoutOthers,
    `--include-method-regex=${methods}`,
    '--phases=examples,coverage,fuzzing',
  );

/** What there is stays for as long as it is only read; then it is changed, then removed. */
const whole: readonly Pass[] = [
  byMethod('GET'),
  byMethod('POST|PUT|PATCH'),
  byMethod('DELETE'),
  byOrganizations(withoutOthers, '--phases=stateful'),
  byOrganizations(`--include-path-regex=${ofKeys}`),
  { of: 'operators', chosen: [`--include-path-regex=${ofOperators}`] },
];

/** All of it; or one pass with what is given instead, such as `--include-path=/v1/silences`. */
export const passesOf = (given: readonly string[]): readonly Pass[] =>
  given.length === 0 ? whole : [byOrganizations(...given)];
