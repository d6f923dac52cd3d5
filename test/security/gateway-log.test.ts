import { deepEqual, equal, match } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../platform/package.ts';

/** Variables of nginx that hold nothing of a query string. */
const harmless = [
  'time_iso8601',
  'remote_addr',
  'request_method',
  'logged_path',
  'status',
  'body_bytes_sent',
  'request_time',
  'upstream_addr',
  'upstream_status',
  'http_user_agent',
];

describe('the log of the gateway', () => {
  const config = readFileSync(join(packageRoot(), 'deploy/gateway/nginx.conf'), 'utf8');
  const directives = (name: string): string[] =>
    [...config.matchAll(new RegExp(`^\\s*${name}\\s+([^;]*);`, 'gm'))].map(
      ([, value = '']) => value,
    );

  it('has lines without query strings', () => {
    deepEqual(directives('access_log'), ['/dev/stdout without_keys']);
    const [format = '', ...others] = directives('log_format');
    deepEqual(others, []);
    match(format, /^without_keys escape=json /);
    const variables = [...format.matchAll(/\$\{?(\w+)/g)].map(([, name]) => name);
    deepEqual(
      variables,
      harmless.toSorted((a, b) => variables.indexOf(a) - variables.indexOf(b)),
    );
  });

  it('has no lines of errors, which quote requests as they came', () => {
    deepEqual(directives('error_log'), ['/dev/stderr emerg']);
  });

  it('has paths without what looks like a key', () => {
    const [, rules = ''] = /map \$uri \$logged_path \{([\s\S]*?)\n {2}\}/.exec(config) ?? [];
    const patterns = [...rules.matchAll(/"~(.*)" /g)].map(([, text = '']) => new RegExp(text));
    const logged = (path: string): string => {
      const groups = patterns.map(pattern => pattern.exec(path)?.groups).find(Boolean);
      if (groups?.before_key !== undefined) return `${groups.before_key}tmk_`;
      return groups?.before_query ?? path;
    };
    equal(logged('/v1/traces'), '/v1/traces');
    equal(logged('/v1/traces?api_key=tmk_live_1'), '/v1/traces');
    equal(logged('/v1/traces/tmk_live_1/x'), '/v1/traces/tmk_');
  });
});
