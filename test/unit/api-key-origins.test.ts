import { equal } from 'node:assert/strict';
import fc from 'fast-check';
import { isOriginAllowed, isOriginPattern, originOf } from '../../schemas/api-keys/origins.ts';
import { holds } from '../support/property.ts';

describe('the origins of a key', () => {
  for (const [pattern, origin, is] of [
    ['https://shop.example.com', 'https://shop.example.com', true],
    ['https://Shop.Example.com', 'https://shop.example.com', true],
    ['https://shop.example.com:443', 'https://shop.example.com', true],
    ['https://bücher.example', 'https://xn--bcher-kva.example', true],
    ['http://localhost:3000', 'http://localhost:3000', true],
    ['http://localhost:3000', 'http://localhost:3001', false],
    ['https://*.example.com', 'https://a.b.example.com', true],
    ['https://*.example.com', 'https://example.com', false],
    ['https://*.example.com', 'https://.example.com', false],
    ['https://*.example.com', 'https://aexample.com', false],
    ['https://*.example.com', 'http://a.example.com', false],
    ['https://*.example.com', 'https://a.example.com:8443', false],
    ['https://*.example.com:8443', 'https://a.example.com:8443', true],
    ['https://shop.example.com', 'null', false],
  ] as const) {
    it(`${is ? 'fit' : 'do not fit'}: ${pattern} and ${origin}`, () => {
      equal(isOriginPattern(pattern), true);
      equal(isOriginAllowed(origin, [pattern]), is);
    });
  }

  for (const pattern of [
    '',
    '*',
    'https://*',
    'https://*.com',
    'http://*.example.com',
    'https://a.*.example.com',
    'https://a.example.com/',
    'https://a.example.com/x',
    'https://u:p@a.example.com',
    'a.example.com',
    'ftp://a.example.com',
    'https://a b.example.com',
    'https://*.0.0.1',
    'https://*.0x7f.1',
    'https://*.127.0.0.1',
    'https://*.[::1]',
    'https://*.[::ffff:127.0.0.1]',
    'https://a.example.com:0',
    'https://*.example.com:0',
    'https://a.example.com\u0001',
    'https:a.example.com',
    "https://a'b.example.com",
    'https://a;b.example.com',
    'null',
  ]) {
    it(`are no pattern: '${pattern}'`, () => equal(isOriginPattern(pattern), false));
  }

  it('match a subdomain by whole labels only', async () => {
    const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/u);
    const property = fc.property(
      fc.array(label, { minLength: 1, maxLength: 4 }),
      label,
      (labels, base) => {
        const host = `${labels.join('.')}.${base}.test`;
        equal(isOriginAllowed(`https://${host}`, [`https://*.${base}.test`]), true);
        equal(isOriginAllowed(`https://x${base}.test`, [`https://*.${base}.test`]), false);
      },
    );
    await holds(property, 1_000);
  });

  it('come from Origin, or else from Referer', () => {
    const referer = 'https://shop.example.com/cart?id=1';
    equal(originOf({ origin: 'null', referer }), 'null');
    equal(originOf({ referer }), 'https://shop.example.com');
    equal(originOf({ referer: 'shop' }), undefined);
    equal(originOf({}), undefined);
  });
});
