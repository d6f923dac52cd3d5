import { inspect } from 'node:util';
import type { Json } from '../../../schemas/json.ts';
import { secretHeaders } from './headers.ts';
import { made, type NamedForm, type Secret, wordsIn } from './made.ts';
import { cards, privateKeys, tokens } from './tokens.ts';

type Form = (text: string) => Json;

/** Where a token stands, under names that say nothing. */
const places: readonly (readonly [where: string, Form])[] = [
  ['a value', token => ({ note: token })],
  ['a sentence', token => `started with ${token} in 4 ms`],
  ['the name of a field', token => ({ [token]: 1 })],
  ['a query', token => `https://api.example/v1/items?page=2&q=${token}&order=asc`],
  ['nested JSON', token => ({ items: [{ of: [{ note: token }] }] })],
  ['JSON in a text', token => JSON.stringify({ event: 'sent', note: token, n: 3 })],
  ['a header', token => `Accept: */*\r\nX-Trace: ${token}\r\nHost: api.example`],
  [
    'a node of a recorded page',
    token => ({
      type: 2,
      tagName: 'span',
      childNodes: [{ type: 3, textContent: `Key: ${token}` }],
    }),
  ],
  [
    'an entry of the network',
    token => ({ url: 'https://api.example/v1', status: 200, responseBody: `{"note":"${token}"}` }),
  ],
];

const ofTokens: readonly Secret[] = tokens.flatMap(([about, token]) =>
  places.map(([where, form]) => ({
    about: `${about} in ${where}`,
    value: form(token),
    secrets: token.split(/[\s.:]/u).filter(part => part.length >= 8),
  })),
);

/** Names of secrets, as programs write them. */
const secretNames =
  wordsIn(`password passwd dbPassword PGPASSWORD user_password passphrase pwd newPassword
  secret client_secret clientSecret APP_SECRET secretKey aws_secret_access_key
  api_key apiKey APIKEY x-api-key access_key private_key signing_key encryptionKey
  token access_token accessToken refresh_token id_token csrftoken authToken sessionToken
  authorization auth oauth credentials session_id JSESSIONID PHPSESSID csrf
  otp verification_code mnemonic cvv ssn cardNumber userPin db_pass pin_code security_answer client_assertion`);

const passwords = [
  'tr0ub4dor',
  'correct-horse',
  'S3cr3t!x',
  made('hex', 12),
  made('letters', 18, 2),
];

const tick = '`';

/** Ways in which programs write a value under its name. */
const namings: readonly (readonly [where: string, NamedForm])[] = [
  ['a member', (name, value) => ({ user: 'ada', [name]: value, n: 1 })],
  ['a nested member', (name, value) => ({ of: [{ config: { [name]: { primary: value } } }] })],
  ['an entry of a list', (name, value) => ({ cookies: 'none', all: [{ name, value }] })],
  ['a pair', (name, value) => [[name, value]]],
  ['a query', (name, value) => `https://api.example/login?user=ada&${name}=${value}&next=/home`],
  ['a fragment', (name, value) => `https://app.example/#state=1&${name}=${value}`],
  [
    'a query within a query',
    (name, value) => `/go?to=https%3A%2F%2Fb.example%2F%3F${name}%3D${value}%26n%3D1`,
  ],
  ['a setting', (name, value) => `PORT=8080\n${name}=${value}\nHOST=localhost`],
  ['an exported setting', (name, value) => `export ${name}="${value} and more"`],
  ['a line of YAML', (name, value) => `user: ada\n  ${name}: ${value}\n  port: 8080`],
  ['JSON in a text', (name, value) => JSON.stringify({ user: 'ada', [name]: value, n: 1 })],
  [
    'JSON in JSON in a text',
    (name, value) => JSON.stringify({ raw: JSON.stringify({ [name]: value }) }),
  ],
  ['a printed object', (name, value) => `sent ${inspect({ user: 'ada', [name]: value })}`],
  ['a printed map of Ruby', (name, value) => `{"user"=>"ada", "${name}"=>"${value}"}`],
  ['code', (name, value) => `const ${name} = ${tick}${value}${tick};`],
  ['an option', (name, value) => `psql --port 5432 --${name} ${value} --verbose`],
  [
    'a form',
    (name, value) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--x--`,
  ],
  ['an element', (name, value) => `<login><user>ada</user><${name}>${value}</${name}></login>`],
  ['a field of a page', (name, value) => `<form><input name="${name}" value="${value}"></form>`],
  [
    'a recorded field',
    (name, value) => ({ type: 2, tagName: 'input', attributes: { name, value, class: 'wide' } }),
  ],
  [
    'a sent form',
    (name, value) => ({ method: 'POST', url: '/login', requestBody: `user=ada&${name}=${value}` }),
  ],
];

const ofNames: readonly Secret[] = secretNames.flatMap((name, index) =>
  namings.map(([where, form], at) => {
    const secret = passwords[(index + at) % passwords.length] ?? '';
    return { about: `${name} as ${where}`, value: form(name, secret), secrets: [secret] };
  }),
);

const urls = wordsIn(`postgres postgresql mysql mongodb mongodb+srv redis rediss amqp amqps
  https http ftp sftp smtp ldap mssql clickhouse jdbc:postgresql`);

const ofUrls: readonly Secret[] = urls.flatMap((scheme, index) => {
  const secret = made('letters', 9, 60 + index);
  const url = `${scheme}://app:${secret}@db.example:5432/shop?ssl=1`;
  return [
    { about: `password of ${scheme} as a member`, value: { url }, secrets: [secret] },
    {
      about: `password of ${scheme} in a sentence`,
      value: `no answer of ${url}`,
      secrets: [secret],
    },
    {
      about: `password of ${scheme} without a user`,
      value: url.replace('app', ''),
      secrets: [secret],
    },
    {
      about: `password of ${scheme} in JSON in a text`,
      value: JSON.stringify({ dsn: url.replace(secret, `${secret}@:!`) }),
      secrets: [secret, '@:!'],
    },
  ];
});

const ofCards: readonly Secret[] = cards.flatMap(card => {
  const grouped = (gap: string): string =>
    card.length === 15
      ? [card.slice(0, 4), card.slice(4, 10), card.slice(10)].join(gap)
      : (card.match(/\d{1,4}/gu) ?? []).join(gap);
  const forms = card.length < 14 ? [card] : [card, grouped(' '), grouped('-')];
  return [
    ...forms.flatMap(text => [
      { about: `card ${text}`, value: { note: text }, secrets: [text] },
      {
        about: `card ${text} in a sentence`,
        value: `paid in 2026 ${text} 17 times`,
        secrets: [text],
      },
      {
        about: `card ${text} in JSON in a text`,
        value: JSON.stringify({ n: text }),
        secrets: [text],
      },
    ]),
    ...(card.length < 15 || card.length > 16
      ? []
      : [{ about: `card ${card} as a number`, value: { n: Number(card) }, secrets: [card] }]),
  ];
});

const ofKeys: readonly Secret[] = privateKeys.flatMap(([kind, block, secret]) => [
  { about: kind, value: { pem: block }, secrets: [secret] },
  { about: `${kind} in JSON in a text`, value: JSON.stringify({ pem: block }), secrets: [secret] },
  { about: `${kind} that is cut off`, value: block.slice(0, -40), secrets: [secret] },
]);

const signature = made('letters', 43, 90);
const typed = made('letters', 11, 91);

const others: readonly Secret[] = [
  [
    'a signed address of AWS',
    `https://b.example/a?X-Amz-Date=1&X-Amz-Signature=${made('hex', 64, 92)}`,
    made('hex', 64, 92),
  ],
  ['a signed address of Azure', `https://b.example/a?sv=2026&sig=${signature}%3D`, signature],
  ['a key of Azure', `AccountName=shop;AccountKey=${signature}==;Suffix=x`, signature],
  ['a user of curl', `curl -u ada:${typed} https://a.example`, typed],
  ['a header of curl', `curl -H "Authorization: Own ${typed}" https://a.example`, typed],
  ['headers that Node prints', inspect(['Host', 'a', 'Authorization', `Own ${typed}`]), typed],
  ['headers of a Python list', `[('Accept', '*/*'), ('Authorization', 'Own ${typed}')]`, typed],
  ['a header that Python writes', `headers={'Authorization': b'Own ${typed}'}`, typed],
  ['a name of two words', `the api key: ${typed}`, typed],
  ['a sentence', `the password is ${typed}`, typed],
  ['settings of FTP', `machine a login ada password ${typed}`, typed],
  ['a structure that Go prints', `{User:ada Password:${typed} Age:7}`, typed],
  ['a map that Java prints', `{user=ada, password=${typed}, age=7}`, typed],
  ['a field that hides what is typed', `<input class="a" type="password" value="${typed}">`, typed],
  ['a token in a page', `<meta name="csrf-token" content="${typed}">`, typed],
  ['an element with a namespace', `<wsse:Password Type="text">${typed}</wsse:Password>`, typed],
].map(([about = '', value = '', secret = '']) => ({ about, value, secrets: [secret] }));

const ofPages: readonly Secret[] = [
  { type: 'password', value: typed },
  { type: 'text', autocomplete: 'cc-csc', value: typed },
  { type: 'text', autocomplete: 'one-time-code', value: typed },
  { type: 'text', id: 'card-number', defaultValue: typed },
  { name: 'csrf-token', content: typed },
].map((attributes, index) => ({
  about: `field ${index} of a recorded page`,
  value: { type: 2, tagName: 'input', attributes },
  secrets: [typed],
}));

/** Every one of them must be masked. */
export const secrets: readonly Secret[] = [
  ofTokens,
  ofNames,
  secretHeaders,
  ofUrls,
  ofCards,
  ofKeys,
  others,
  ofPages,
].flat();
