import { deepEqual, equal, match } from 'node:assert/strict';
import fc from 'fast-check';
import { webUrlFault } from '../../schemas/http/web-url.ts';
import { checkoutHeaders } from '../../services/query-api/billing/checkout-markup.ts';
import { holds } from '../support/property.ts';

const refused = [
  'https:example.com',
  'https:/example.com',
  'https:///example.com',
  'https:\\\\example.com',
  'https://example.com\\@evil.example',
  'https://example.com:0/',
  'https://example.com:00',
  'https://example.com:65536',
  ' https://example.com',
  'https://example.com/ ',
  'https://example.com/\r\nX-Injected: 1',
  'https://exa\tmple.com/',
  'https://example.com/\u0000',
  'https://example.com/\u0085',
  "https://a;script-src'unsafe-inline'.example",
  'https://a,b.example',
  'https://a"b.example',
  "https://a'b.example",
  'https://{host}.example',
  'https://user@example.com',
  `https://example.com/${'a'.repeat(2_048)}`,
];

describe('A URL that a user gives', () => {
  for (const url of refused)
    it(`is not ${JSON.stringify(url.slice(0, 60))}`, () =>
      match(webUrlFault(url) ?? '', /expected/));

  it('is one of http or https with a host', () => {
    for (const url of [
      'https://EXAMPLE.com:443',
      'http://localhost:3000/a b?c=;,\'"#d',
      'https://bücher.example/é',
      'https://[2606:4700::1]:8443/',
      'https://my_host.example.com./x',
      'HTTPS://example.com/{id}',
    ])
      equal(webUrlFault(url), undefined, url);
  });

  it('with an umlaut is still one after very many others', () => {
    for (let count = 0; count < 200_000; count++) webUrlFault('https://example.com/');
    equal(webUrlFault('https://bücher.example/'), undefined);
  });

  it('has an origin that can stand in a header, whatever it is', () =>
    holds(
      fc.property(
        fc.oneof(
          fc.webUrl({ authoritySettings: { withPort: true, withIPv4: true, withIPv6: true } }),
          fc.string({ unit: 'binary' }).map(host => `https://${host}/`),
          fc.string({ unit: 'grapheme' }).map(host => `https://${host}.example`),
        ),
        url => {
          if (webUrlFault(url) !== undefined) return;
          match(new URL(url).origin, /^https?:\/\/[\w.:[\]-]+$/u);
        },
      ),
      3_000,
    ));
});

describe('The policy of a checkout page', () => {
  const policyOf = (successUrl: string) =>
    checkoutHeaders({ state: 'open', successUrl } as Parameters<typeof checkoutHeaders>[0])
      ['Content-Security-Policy'].split('; ')
      .filter(directive => directive.startsWith('form-action'));

  it('names where a buyer is sent', () =>
    deepEqual(policyOf('https://shop.example/billing;x?a=,'), [
      "form-action 'self' https://shop.example",
    ]));

  it('does not name a host that an earlier release stored and that would add to it', () =>
    deepEqual(policyOf("https://a;script-src'unsafe-inline'.example/"), ["form-action 'self'"]));
});
