import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import type { Json } from '../../schemas/json.ts';
import { scrub } from '../../services/ingest-api/core/scrub.ts';
import { holds } from '../support/property.ts';

const clean = (value: Json): Json => scrub(value).value;

describe('Captured values', () => {
  it('with secret names are masked, whatever they are', () => {
    for (const name of [
      'password',
      'dbPasswd',
      'api_key',
      'X-Api-Key',
      'authToken',
      'Cookie',
      'client_secret',
    ])
      deepEqual(clean({ [name]: { a: 1 } }), { [name]: '[REDACTED:sensitive_name]' }, name);
    deepEqual(
      clean({ author: 'Ada', path: '/', passed: true, pinned: 1, token: null, secret: '' }),
      {
        author: 'Ada',
        path: '/',
        passed: true,
        pinned: 1,
        token: null,
        secret: '',
      },
    );
  });

  it('that look personal or secret are masked inside of texts, at any depth', () => {
    const found: readonly (readonly [string, string])[] = [
      ['write to ada@example.com now', 'write to [REDACTED:email] now'],
      ['4111 1111 1111 1111', '[REDACTED:credit_card]'],
      ['078-05-1120', '[REDACTED:ssn]'],
      ['AKIAIOSFODNN7EXAMPLE', '[REDACTED:aws_key]'],
      ['sk_live_4eC39HqLyjWDarjtT1zdp7dc', '[REDACTED:stripe_key]'],
      ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVP', '[REDACTED:jwt]'],
      ['Bearer abcdefghijklmnop1234', '[REDACTED:oauth_token]'],
      [
        '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----',
        '[REDACTED:private_key]',
      ],
    ];
    for (const [text, masked] of found) {
      deepEqual(clean({ a: [{ b: text }] }), { a: [{ b: masked }] });
      equal(scrub([text, text]).masked, 2);
    }
    for (const plain of ['4111 1111 1111 1112', '1234567890123', 'order 17 of 2026-11-25', 'a@b'])
      equal(clean(plain), plain);
    deepEqual(clean({ 'ada@example.com': 1 }), { '[REDACTED:email]': 1 });
  });

  it('that an SDK masked stay as they are', () => {
    const masked = { password: '[REDACTED:password]', email: '[REDACTED:email]' };
    deepEqual(scrub(masked), { value: masked, masked: 0 });
  });

  it('keep their shape, and are masked only once', () =>
    holds(
      fc.property(fc.jsonValue({ maxDepth: 4 }), value => {
        const once = clean(value as Json);
        deepEqual(scrub(once), { value: once, masked: 0 });
        equal(Array.isArray(once), Array.isArray(value));
      }),
      500,
    ));

  it('of a hostile text are looked through in time', () => {
    for (const part of ['a@', '1-', '4111 ', 'eyJ', '-----BEGIN PRIVATE KEY-----', 'Bearer ', '.'])
      equal(typeof clean(part.repeat(Math.floor(200_000 / part.length))), 'string');
  });
});
