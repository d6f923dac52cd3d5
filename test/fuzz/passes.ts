import { routes } from '../../schemas/http/routes.ts';

export type Pass = {
  /** Who sends. */
  readonly of: 'organizations' | 'operators';
  /** Which operations and phases, as schemathesis takes them. */
  readonly arguments: readonly string[];
};

export const operations = routes.length;

/** They end the key that all else needs, so they are drawn last. */
const ofKeys = '^/v1/api-keys/';
const ofOperators = '^/admin/';
const others = `${ofKeys}|${ofOperators}`;
const eachAlone = ['--phases', 'examples,coverage,fuzzing'];

/** What there is stays for as long as it is only read; then it is changed, then removed. */
const whole: readonly Pass[] = [
  {
    of: 'organizations',
    arguments: ['--exclude-path-regex', others, '--include-method', 'GET', ...eachAlone],
  },
  {
    of: 'organizations',
    arguments: [
      '--exclude-path-regex',
      others,
      '--include-method-regex',
      'PUT|POST|PATCH',
      ...eachAlone,
    ],
  },
  {
    of: 'organizations',
    arguments: ['--exclude-path-regex', others, '--include-method', 'DELETE', ...eachAlone],
  },
  { of: 'organizations', arguments: ['--exclude-path-regex', others, '--phases', 'stateful'] },
  { of: 'operators', arguments: ['--include-path-regex', ofOperators] },
  { of: 'organizations', arguments: ['--include-path-regex', ofKeys] },
];

/** All of it; or one pass with what is given instead, such as `--include-path /v1/silences`. */
export const passesOf = (given: readonly string[]): readonly Pass[] =>
  given.length === 0 ? whole : [{ of: 'organizations', arguments: given }];
