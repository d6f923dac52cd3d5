import { inspect } from 'node:util';
import type { Json } from '../../../schemas/json.ts';
import { encoded, type Harmless, made, type NamedForm, wordsIn } from './made.ts';

/** Names with the letters of a secret in them under which figures stand. */
const figures =
  wordsIn(`max_tokens maxTokens token_count tokenCount total_tokens prompt_tokens completion_tokens
  input_tokens output_tokens cached_tokens tokens num_tokens tokens_used token_limit tokens_per_second
  llm.token_count.prompt gen_ai.usage.input_tokens time_to_first_token cost_per_token token_length
  max_token_length token_budget token_usage cookie_count cookieCount cookie_max_age password_length
  passwordLength passwordAgeDays_count password_attempts login_password_failures session_id_length
  secret_version secret_count auth_attempts auth_errors auth_latency_ms authorization_amount
  token_expires_in passwords_checked tokenTtl token_ttl_seconds key_count keys_total pass_count pin_count card_count`);

/** Such names under which words stand. */
const words =
  wordsIn(`author authors authored_by authority authorities coauthor author_name authoring_tool :authority
  tokenizer tokenizer_name tokenize tokenization detokenizer token_type tokenType token_name
  eos_token bos_token pad_token stop_token special_tokens secretary secretariat secretion
  secret_name secretsmanager_region passenger passengers passage passive passport_country compass
  bypass surpass trespasser overpass passwordless_flow password_policy password_strength password_file
  cookie_domain cookiePath cookie_consent cookie_banner cookiecutter cookie_policy sameSiteCookie_mode
  auth_type auth_method auth_provider authProvider oauth_scope auth_status auth_mode auth_domain authentic
  credential_type credentialProvider keyboard monkey turkey keyword keyframe key primary_key foreign_key
  partition_key sort_key cache_key idempotency_key routing_key public_key hotkey session session_state
  sessionIdle possession obsession pinned pinterest spin spinner opinion shipping_method mapping
  discard cardinal cardigan postcard_text scorecard card_type card_brand wildcard cvs_branch socialize
  token_address tokenSymbol mapPin next_step classname assessment processor accessory access_level api_version private_note master_branch`);

const plain = ['plain', 'blue-whale', '/etc/app.conf', 'v2'] as const;

const names: readonly (readonly [name: string, value: string | number])[] = [
  ...figures.map((name, index) => [name, 17 + index] as const),
  ...words.map((name, index) => [name, plain[index % plain.length] ?? ''] as const),
];

const isPlain = (name: string): boolean => /^\w+$/u.test(name);

const namings: readonly (readonly [where: string, NamedForm<string | number>])[] = [
  ['a member', (name, value) => ({ [name]: value })],
  ['a nested member', (name, value) => ({ of: [{ [name]: { primary: value } }] })],
  ['an entry of a list', (name, value) => [{ name, value }]],
  ['a pair', (name, value) => [[name, value]]],
  ['a query', (name, value) => `https://api.example/v1?page=1&${name}=${value}&n=2`],
  ['a setting', (name, value) => `PORT=8080\n${name}=${value}\nHOST=localhost`],
  ['a line of YAML', (name, value) => `a: b\n${name}: ${value}`],
  ['JSON in a text', (name, value) => JSON.stringify({ [name]: value, n: 1 })],
  ['a printed object', (name, value) => inspect({ [name]: value })],
  ['a recorded field', (name, value) => ({ tagName: 'input', attributes: { name, value } })],
  ['an entry of the network', (name, value) => ({ headers: [{ name, value: String(value) }] })],
  [
    'an element',
    (name, value) => (isPlain(name) ? `<a><${name}>${value}</${name}></a>` : String(value)),
  ],
];

const ofNames: readonly Harmless[] = names.flatMap(([name, value]) =>
  namings.map(([where, form]) => ({ about: `${name} as ${where}`, value: form(name, value) })),
);

/** Texts that look like secrets and are none. */
const values: readonly string[] = [
  // Hashes, ids and times.
  made('hex', 40),
  made('hex', 64),
  `sha256:${made('hex', 64, 2)}`,
  `sha512-${made('letters', 86)}==`,
  '85314830-023f-4cf1-a267-535f4e37bb17',
  'f47ac10b-58cc-4372-a567-411111111111',
  '01HZY3T9K4V8Q2W7X6M5N4P3R2',
  '507f1f77bcf86cd799439011',
  '1764356400000',
  '1764356400000000',
  '1764356400000000000',
  '9007199254740993',
  '18446744073709551615',
  '0.4111111111111111',
  '3.141592653589793',
  '1.5555555555554444e10',
  '2026-11-28T19:10:05.123456789Z',
  'W/"4111-1764356400"',
  // Numbers that no bank gives.
  '4111 1111 1111 1112',
  '4111111111111112',
  '1234567812345670',
  '0000000000000000',
  '9999999999999995',
  '1234567890123',
  '7992739871300000',
  'order 411111111111111111111111',
  '+49 170 1234567',
  '(555) 010-9999',
  '000-12-3456',
  '666-12-3456',
  '912-34-5678',
  '123-00-4567',
  '2026-11-28',
  '192.168.178.21:8080',
  // What stands before an at sign.
  'lodash@4.17.21',
  '@scope/package@1.2.3',
  'icon@2x.png',
  'user@localhost',
  'https://example.org:8080/@scope/package',
  'https://example.org/a:b/c',
  'http://[::1]:3000/path',
  'urn:isbn:9780306406157',
  'app.example:443',
  '@ada and @grace',
  'a@b',
  'git@github.com:shop/checkout.git',
  'arn:aws:secretsmanager:eu-west-1:123456789012:secret:db-AbCdEf',
  'at AuthService.login (auth.service.ts:41:7)',
  'POST /auth/token 200',
  // Beginnings of keys without the rest, and words with their letters.
  'AKIA',
  'AKIAIOSFODNN7',
  'ASIAN markets',
  'sk-learn-pipeline-with-many-steps',
  'sk-folding-cube sk-cube',
  'task-sk-1',
  'ghp_short',
  'xoxo and kisses',
  'SG.1.2',
  'npm_config_registry',
  'npm_lifecycle_event',
  'hf_hub',
  'pk_id',
  'key-value-store',
  'cache-key-d41d8cd98f00b204e9800998ecf8427e',
  'glpat-',
  'eyJhbGciOi.eyJzdWIiOiIxIn0.c2ln',
  'eyJ is how a token begins',
  'com.example.shop.orders.OrderService',
  'a.b.c.d.e.f',
  'ya29.5',
  'hooks.slack.com/docs',
  'https://discord.com/api/webhooks',
  '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END PUBLIC KEY-----',
  '-----BEGIN CERTIFICATE-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END CERTIFICATE-----',
  `data:image/png;base64,${made('letters', 60, 3)}=`,
  encoded({ plain: true, of: [1, 2, 3] }),
  // Sentences with the words of secrets.
  'Basic authentication, Basic education',
  'Bearer authentication-is-required-here',
  'the bearer of this letter',
  'token authentication_is_required',
  'Digest of the week',
  'OAuth is a standard',
  'SyntaxError: Unexpected token: }',
  'SyntaxError: Unexpected token \'}\', "}" is not valid JSON',
  'SyntaxError: Unexpected token < in JSON at position 0',
  'TokenError: expected an end',
  'InvalidTokenError at Parser.next (parser.ts:41:7)',
  'Password must have at least 12 characters',
  'Forgot your password? Reset it.',
  'the password is wrong',
  'password: required',
  'token=undefined',
  'token: null',
  'password=',
  'password=***',
  'auth=true',
  'cookies: false',
  '{"token": null, "auth": true, "secret": ""}',
  'if (password == other) tokenize = 1',
  'const { password, token } = body',
  'SELECT password, token FROM users WHERE id = 17',
  'import { Secret } from "./secret-store.ts"',
  'function authorize(user, role) { return role in user.roles }',
  'the author: Ada Lovelace',
  'written by the author=Ada',
  'max_tokens=4096&temperature=0.7',
  'stop after max_tokens: 4096',
  'docker run --user 1000:1000 app',
  'docker run -u 1000:1000 app',
  'authority=example.org',
  'passenger=7 of 9',
  'secretary: Eve',
  'Authorized by Ada',
  'Content-Type: text/plain; charset=utf-8',
  'Accept-Encoding: gzip, br',
  'Keep-Alive: timeout=5',
  'X-Request-Id: 85314830-023f-4cf1-a267-535f4e37bb17',
  'X-RateLimit-Remaining: 17',
  'X-Token-Count: 17',
  'Cookie-Policy: strict',
  'WWW-Authenticate: Basic realm="shop"',
  '<p>Password</p><p>Cookies</p>',
  '<input type="text" name="city" value="Bern">',
  '<input type="checkbox" name="has_password" value="1">',
  '<meta name="author" content="Ada">',
  '<passenger>Ada</passenger>',
  '[REDACTED:email]',
  'Authorization: [REDACTED:oauth_token]',
  'Authorization: Bearer [REDACTED:jwt]',
  '****-****-****-1111',
];

const places: readonly (readonly [where: string, (text: string) => Json])[] = [
  ['a value', text => ({ note: text })],
  ['a text', text => text],
  ['nested JSON', text => ({ items: [{ of: [text, { note: text }] }] })],
  ['a node of a recorded page', text => ({ type: 3, textContent: text })],
  ['an entry of the network', text => ({ url: 'https://a.example', responseBody: text })],
];

const ofValues: readonly Harmless[] = values.flatMap(text =>
  places.map(([where, form]) => ({ about: `${text.slice(0, 60)} in ${where}`, value: form(text) })),
);

const numbers: readonly Harmless[] = [
  17, 1_764_356_400_000, 1_764_356_400_000_000, 4_111_111_111_111_112, 1_234_567_812_345_670,
  0.411_111_111_111_111_1, 9_007_199_254_740_991, -4_111_111_111_111_111,
].map(value => ({ about: `the number ${value}`, value: { id: value } }));

/** At least 99 in 100 of them must stay as they are. */
export const harmless: readonly Harmless[] = [...ofNames, ...ofValues, ...numbers];
