import { made, type NamedForm, type Secret } from './made.ts';

/** Headers and the part of their values that nobody may see. */
const headers: readonly (readonly [name: string, before: string, secret: string, after: string])[] =
  [
    ['Authorization', 'Bearer ', 'abc', ''],
    ['Authorization', 'Basic ', 'YTpi', ''],
    ['authorization', 'token ', made('hex', 12), ''],
    ['Authorization', 'Digest username="ada", nonce="n", response="', made('hex', 32, 31), '"'],
    [
      'Authorization',
      'AWS4-HMAC-SHA256 Credential=A/1/s3, SignedHeaders=host, Signature=',
      made('hex', 64, 32),
      '',
    ],
    ['Authorization', 'OAuth oauth_nonce="n", oauth_signature="', made('letters', 27, 33), '"'],
    ['Authorization', 'Negotiate ', made('letters', 60, 34), '=='],
    ['Authorization', 'GoogleLogin auth=', made('letters', 20, 35), ''],
    ['AUTHORIZATION', 'Own "', 'two words', '"'],
    ['Authorization', '', made('letters', 24, 36), ''],
    ['Proxy-Authorization', 'Basic ', 'eDp5', ''],
    ['X-Forwarded-Access-Token', '', made('letters', 20, 37), ''],
    ['X-Forwarded-Authorization', 'Bearer ', 'short', ''],
    ['X-Auth-Request-Access-Token', '', made('letters', 12, 38), ''],
    ['X-Amz-Security-Token', '', made('letters', 80, 39), ''],
    ['X-Amzn-Oidc-Accesstoken', '', made('letters', 30, 40), ''],
    ['X-Api-Key', '', made('letters', 16, 41), ''],
    ['Api-Key', '', made('letters', 16, 42), ''],
    ['Ocp-Apim-Subscription-Key', '', made('hex', 32, 43), ''],
    ['Private-Token', '', made('letters', 16, 44), ''],
    ['X-Vault-Token', '', made('letters', 16, 45), ''],
    ['X-CSRF-Token', '', made('letters', 16, 46), ''],
    ['CF-Access-Client-Secret', '', made('hex', 24, 47), ''],
    ['Cookie', 'theme=dark; sid=', made('letters', 20, 48), ''],
    ['Set-Cookie', 'sid=', made('letters', 20, 49), '; Path=/; HttpOnly'],
  ];

const headerForms: readonly (readonly [where: string, NamedForm])[] = [
  ['a member', (name, value) => ({ headers: { accept: '*/*', [name]: value } })],
  ['a member in lower case', (name, value) => ({ headers: { [name.toLowerCase()]: value } })],
  ['a list of values', (name, value) => ({ headers: { [name]: [value, value] } })],
  ['raw headers', (name, value) => ({ rawHeaders: ['Host', 'a.example', name, value] })],
  [
    'a request',
    (name, value) => `GET / HTTP/1.1\r\nHost: a.example\r\n${name}: ${value}\r\nAccept: */*`,
  ],
  [
    'an entry of the network',
    (name, value) => ({ request: { url: 'https://a.example', headers: [{ name, value }] } }),
  ],
  [
    'JSON in a text',
    (name, value) => `fetch failed ${JSON.stringify({ headers: { [name]: value } })}`,
  ],
  [
    'a line of JSON in a text',
    (name, value) => JSON.stringify({ raw: `Host: a\r\n${name}: ${value}` }),
  ],
];

/** Secrets in headers, and headers in all that they stand in. */
export const secretHeaders: readonly Secret[] = headers.flatMap(([name, before, secret, after]) =>
  headerForms.map(([where, form]) => ({
    about: `${name} with ${before || 'a value'} in ${where}`,
    value: form(name, `${before}${secret}${after}`),
    secrets: [secret],
  })),
);
