import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { scrub } from '../../domain/scrub/scrub.ts';
import type { Json } from '../../schemas/json.ts';
import { holds } from '../support/property.ts';
import { hostileParts, partsIn } from '../support/scrub-corpus/hostile.ts';

const clean = (value: Json): Json => scrub(value).value;

const partsOfSecrets =
  partsIn(`password Authorization tokens pin = : :_ @ \\ " ' ; & { } 17 . - _ ://
  [REDACTED:email] [REDACTED:jwt] eyJhbGciOiJI Basic_ YTpi Bearer_ abcdefghij0123456789 a@b.example
  4111_1111_1111_1111 078-05-1120 -----BEGIN_PRIVATE_KEY----- -----END_PRIVATE_KEY-----
  <input_name="pin"_value=" "> <password> </ --token_ %3D %26 \\n sig= -u_a: Digest_ response= \` => X-Api-Key:_`);

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
      'Authorization',
      'Proxy-Authorization',
      'pwd',
      'MYSQL_PWD',
      'csrftoken',
      'APIKEY',
      'JSESSIONID',
      'cvv2',
      'userPin',
      'private_key_pem',
      'Password1',
      'refresh_token_value',
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

  it('whose names only contain the letters of a secret stay', () => {
    const open = {
      tokenizer: 'bpe',
      tokenized: 'yes',
      tokenType: 'Bearer',
      token_count: 7,
      passwordLength: 12,
      className: 'Order',
      processNumber: 4,
      secretary: 'Eve',
      spin: 'up',
      sessionIdle: '5m',
      passenger: 'Ada',
      authority: 'example.org',
      next: 1,
    };
    deepEqual(scrub(open), { value: open, masked: 0 });
  });

  it('that count tokens or passes stay, and such texts do not', () => {
    const counts = { max_tokens: 4096, tokens: { input: 5, output: [7] }, pass: 3 };
    deepEqual(scrub(counts), { value: counts, masked: 0 });
    const hidden = '[REDACTED:sensitive_name]';
    deepEqual(clean({ tokens: ['a', { kind: 'b' }], DB_PASS: 'x' }), {
      tokens: [hidden, { kind: hidden }],
      DB_PASS: hidden,
    });
  });

  it('behind a name in a list, or in another member, are masked', () => {
    const hidden = '[REDACTED:sensitive_name]';
    const raw = ['Host', 'a.example', 'Authorization', 'Basic eA==', 'X-Api-Key', 'k'];
    deepEqual(clean(raw), ['Host', 'a.example', 'Authorization', hidden, 'X-Api-Key', hidden]);
    deepEqual(clean([['password', 'x']]), [['password', hidden]]);
    deepEqual(clean({ name: 'Authorization', value: 'Token x' }), {
      name: 'Authorization',
      value: hidden,
    });
    const plain = { fields: ['name', 'password', 'email'], key: 'color', value: 'red' };
    deepEqual(clean(plain), plain);
  });

  it('behind a name inside of a text are masked up to their ends', () => {
    const hidden = '[REDACTED:sensitive_name]';
    const found: readonly (readonly [string, string])[] = [
      ['Authorization: Basic YTpi\r\nHost: x', `Authorization: ${hidden}\r\nHost: x`],
      ["-H 'proxy-authorization: Custom a, b' -v", `-H 'proxy-authorization: ${hidden}' -v`],
      ['Authorization: Digest username="a", response="6629"', `Authorization: ${hidden}`],
      ['{authorization=Token abc, host=x}', `{authorization=${hidden}, host=x}`],
      ['Set-Cookie: sid=1; Path=/', `Set-Cookie: ${hidden}`],
      ['Server=db;User Id=sa;Pwd=a b c;', `Server=db;User Id=sa;Pwd=${hidden} b c;`],
      ['/login?user=ada&password=x%20y&next=/', `/login?user=ada&password=${hidden}&next=/`],
      ['{"password": "a\\"b", "n": 1}', `{"password": "${hidden}", "n": 1}`],
      ['{\\"api_key\\":\\"abc\\",\\"n\\":1}', `{\\"api_key\\":\\"${hidden}\\",\\"n\\":1}`],
      ["{'pin': 1234, 'max_tokens': 5}", `{'pin': ${hidden}, 'max_tokens': 5}`],
    ];
    for (const [text, masked] of found) deepEqual(scrub(text), { value: masked, masked: 1 }, text);
    const plain = [
      'SyntaxError: Unexpected token: }',
      'TokenError: expected an end',
      'if (password == other) tokenize=1',
      '{"token": null, "auth": {"user": "ada"}, "token_type": "Bearer"}',
      'the author: Ada',
      'Authorization: [REDACTED:oauth_token]',
      'Authorization: Bearer [REDACTED:jwt]',
    ];
    for (const text of plain) deepEqual(scrub(text), { value: text, masked: 0 }, text);
  });

  it('that look personal or secret are masked inside of texts, at any depth', () => {
    const found: readonly (readonly [string, string])[] = [
      ['write to ada@example.com now', 'write to [REDACTED:email] now'],
      ['4111 1111 1111 1111', '[REDACTED:credit_card]'],
      ['078-05-1120', '[REDACTED:ssn]'],
      ['AKIAIOSFODNN7EXAMPLE', '[REDACTED:aws_key]'],
      ['sk_live_4eC39HqLyjWDarjtT1zdp7dc', '[REDACTED:stripe_key]'],
      ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVP', '[REDACTED:jwt]'],
      ['x-eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln.b', 'x-[REDACTED:jwt].b'],
      ['Bearer abcdefghijklmnop1234', '[REDACTED:oauth_token]'],
      ['Token 9944b09199c62bcf9418ad846dd0e4bb', '[REDACTED:oauth_token]'],
      ['Basic YWRhOnNlY3JldA==', '[REDACTED:password]'],
      ['postgres://app:s3c:r@t!@db:5432/x', 'postgres://app:[REDACTED:password]@db:5432/x'],
      [
        'redis://:p@a.example https://u:p@b.example/@x',
        'redis://:[REDACTED:password]@a.example https://u:[REDACTED:password]@b.example/@x',
      ],
      [
        '-----BEGIN EC PRIVATE KEY-----\nDEK-Info: A-1,F\n\nMIIE\n-----END EC PRIVATE KEY-----!',
        '[REDACTED:private_key]!',
      ],
      [
        '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----',
        '[REDACTED:private_key]',
      ],
    ];
    for (const [text, masked] of found) {
      deepEqual(clean({ a: [{ b: text }] }), { a: [{ b: masked }] });
      equal(scrub([text, text]).masked, 2 * masked.split('[REDACTED').slice(1).length);
    }
    const plain = [
      '4111 1111 1111 1112',
      '1234567890123',
      'order 17 of 2026-11-25',
      'a@b',
      'https://example.org:8080/@scope/package',
      'Basic authentication, Basic education',
      'token authentication_is_required',
      'eyJhbGciOi.eyJzdWIiOiIxIn0.c2ln',
    ];
    for (const text of plain) equal(clean(text), text);
    deepEqual(clean({ 'ada@example.com': 1 }), { '[REDACTED:email]': 1 });
  });

  it('has no address that stands right behind another', () => {
    for (const between of ['..', '%', '+', '...'])
      equal(clean(`a@b.example${between}c@d.example`), '[REDACTED:email]', between);
  });

  it('is found right behind a key, too', () => {
    const key = '-----BEGIN PRIVATE KEY-----MIIE-----END PRIVATE KEY-----';
    for (const name of ['Authorization: ', 'Cookie: ', 'password=', `${'x'.repeat(60)}_pin=`])
      equal(
        clean(`${key}${name}abc`),
        `[REDACTED:private_key]${name}[REDACTED:sensitive_name]`,
        name,
      );
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

  it('of texts that are put together from parts of secrets are masked only once', () => {
    const part = fc.constantFrom(...partsOfSecrets);
    const text = fc.array(part, { maxLength: 20 }).map(parts => parts.join(''));
    return holds(
      fc.property(text, fc.string(), (made, name) => {
        const once = clean({ [name]: [made, { name: made, value: made }] });
        deepEqual(scrub(once), { value: once, masked: 0 });
      }),
      3_000,
    );
  });

  it('of texts are masked the same behind a line after which all of them is looked through', () => {
    const part = fc.constantFrom(...partsOfSecrets);
    const text = fc.array(part, { maxLength: 8 }).map(parts => parts.join(''));
    return holds(
      fc.property(text, made => equal(clean(`@\n${made}`), `@\n${clean(made)}`)),
      3_000,
    );
  });

  /** A time in proportion to the square would be minutes. */
  it('of a hostile text are looked through in time', () => {
    for (const part of hostileParts) {
      const text = part.repeat(Math.floor(100_000 / part.length));
      equal(typeof clean({ [text]: [text, text] }), 'object', part);
    }
  });
});
