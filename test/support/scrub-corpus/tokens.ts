import { encoded, made } from './made.ts';

/** What is a secret by its form alone, whatever stands around it. */
export const tokens: readonly (readonly [about: string, token: string])[] = [
  ['access key of AWS', `AK${'IA'}${made('upper', 16)}`],
  ['temporary access key of AWS', `AS${'IA'}${made('upper', 16, 2)}`],
  ['key of Google', `AI${'za'}${made('url', 35)}`],
  ['client secret of Google', `GOC${'SPX'}-${made('letters', 28)}`],
  ['access token of Google', `ya${'29'}.${made('url', 60)}`],
  ['refresh token of Google', `1/${'/0'}${made('letters', 40)}`],
  ['live key of Stripe', `sk${'_live_'}${made('letters', 24)}`],
  ['test key of Stripe', `sk${'_test_'}${made('letters', 99)}`],
  ['restricted key of Stripe', `rk${'_live_'}${made('letters', 24, 3)}`],
  ['webhook secret', `wh${'sec_'}${made('letters', 32)}`],
  ['token of GitHub', `gh${'p_'}${made('letters', 36)}`],
  ['OAuth token of GitHub', `gh${'o_'}${made('letters', 36, 2)}`],
  ['token of an app of GitHub', `gh${'s_'}${made('letters', 36, 3)}`],
  ['fine-grained token of GitHub', `github${'_pat_'}${made('letters', 22)}_${made('letters', 59)}`],
  ['token of GitLab', `gl${'pat-'}${made('letters', 20)}`],
  ['bot token of Slack', `xo${'xb-'}${made('digits', 12)}-${made('letters', 24)}`],
  ['user token of Slack', `xo${'xp-'}${made('digits', 12)}-${made('letters', 32)}`],
  ['app token of Slack', `xa${'pp-'}1-A0${made('upper', 9)}-${made('hex', 64)}`],
  [
    'webhook of Slack',
    `hooks.slack${'.com/services/'}T0${made('upper', 8)}/B0${made('upper', 8)}/${made('letters', 24)}`,
  ],
  [
    'webhook of Discord',
    `discord${'.com/api/webhooks/'}${made('digits', 18, 4)}/${made('url', 68)}`,
  ],
  ['key of Twilio', `S${'K'}${made('hex', 32)}`],
  ['key of SendGrid', `S${'G.'}${made('letters', 22)}.${made('letters', 43)}`],
  ['key of Mailgun', `ke${'y-'}${made('hex', 32, 5)}`],
  ['key of Mailchimp', `${made('hex', 32, 6)}-${'us'}14`],
  ['key of Brevo', `xkey${'sib-'}${made('hex', 64)}-${made('letters', 16)}`],
  ['bot token of Telegram', `7${made('digits', 9)}:${'AA'}${made('letters', 33)}`],
  ['key of OpenAI', `s${'k-'}${made('letters', 48)}`],
  ['project key of OpenAI', `s${'k-proj-'}${made('url', 120)}`],
  ['key of Anthropic', `s${'k-ant-'}api03-${made('url', 93)}AA`],
  ['token of Hugging Face', `h${'f_'}${made('letters', 34)}`],
  ['key of Groq', `gs${'k_'}${made('letters', 52)}`],
  ['token of npm', `np${'m_'}${made('letters', 36, 7)}`],
  ['token of PyPI', `pyp${'i-'}AgEIcHlwaS5vcmc${made('url', 120)}`],
  ['token of Docker', `dck${'r_pat_'}${made('url', 27)}`],
  ['token of DigitalOcean', `do${'p_v1_'}${made('hex', 64, 8)}`],
  ['token of Databricks', `dap${'i'}${made('hex', 32, 9)}`],
  ['token of Shopify', `shp${'at_'}${made('hex', 32, 10)}`],
  ['token of Square', `sq${'0atp-'}${made('letters', 22, 11)}`],
  ['token of Vault', `hv${'s.'}${made('letters', 90)}`],
  ['token of Grafana', `gls${'a_'}${made('letters', 32)}_${made('hex', 8)}`],
  ['key of New Relic', `NR${'AK-'}${made('upper', 27)}`],
  ['token of Sentry', `sntr${'ys_'}${made('letters', 60)}`],
  ['key of Linear', `lin${'_api_'}${made('letters', 40)}`],
  ['key of Postman', `PM${'AK-'}${made('hex', 24)}-${made('hex', 34)}`],
  ['token of Figma', `fig${'d_'}${made('url', 43)}`],
  ['token of Supabase', `sb${'p_'}${made('hex', 40)}`],
  ['client secret of Azure', `${made('letters', 3)}8${'Q~'}${made('letters', 34)}`],
  ['key of Tidemark', `tm${'k_live_'}${made('letters', 32)}_${made('letters', 6)}`],
  [
    'signed web token',
    `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ sub: '17', iat: 1 })}.${made('url', 43)}`,
  ],
  [
    'web token without a signature',
    `${encoded({ alg: 'none' })}.${encoded({ sub: 'ada', n: 1 })}.`,
  ],
  [
    'encrypted web token',
    `${encoded({ alg: 'dir', enc: 'A256GCM' })}..${made('url', 16)}.${made('url', 40)}.${made('url', 22)}`,
  ],
  [
    'wrapped encrypted web token',
    `${encoded({ alg: 'RSA-OAEP', enc: 'A256GCM' })}.${made('url', 60, 2)}.${made('url', 16, 2)}.${made('url', 40, 2)}.${made('url', 22, 2)}`,
  ],
  ['token of a bearer', `${'Bearer'} ${made('letters', 32, 12)}`],
  ['short token of a bearer', `${'bearer'} ${made('hex', 10, 1)}`],
  [
    'user and password in base64',
    `${'Basic'} ${Buffer.from(`ada:${made('letters', 10)}`).toString('base64')}`,
  ],
  ['token of Django', `${'Token'} ${made('hex', 40, 13)}`],
];

const dashes = '-'.repeat(5);

/** Blocks of text with a private key in them. */
export const privateKeys: readonly (readonly [about: string, block: string, secret: string])[] = [
  'PRIVATE KEY',
  'RSA PRIVATE KEY',
  'EC PRIVATE KEY',
  'DSA PRIVATE KEY',
  'OPENSSH PRIVATE KEY',
  'ENCRYPTED PRIVATE KEY',
  'PGP PRIVATE KEY BLOCK',
].map((kind, index) => {
  const lines = [64, 64, 20].map((length, line) => made('letters', length, 20 + index * 3 + line));
  const block = `${dashes}BEGIN ${kind}${dashes}\n${lines.join('\n')}\n${dashes}END ${kind}${dashes}`;
  return [kind, block, lines[1] ?? ''] as const;
});

/** Numbers that no bank has given to anybody: for tests, of all issuers. */
export const cards = [
  '4111111111111111',
  '4012888888881881',
  '4222222222222',
  '5555555555554444',
  '5105105105105100',
  '2223003122003222',
  '2720990000000007',
  '378282246310005',
  '371449635398431',
  '6011111111111117',
  '6011000990139424',
  '3530111333300000',
  '3566002020360505',
  '30569309025904',
  '38520000023237',
  '6200000000000005',
  '6759649826438453',
] as const;
