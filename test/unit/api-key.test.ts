import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  formatApiKey,
  hashApiKey,
  parseApiKey,
  withoutApiKeys,
} from '../../schemas/api-keys/format.ts';
import type { KeyKind } from '../../schemas/api-keys/kinds.ts';

const kinds: readonly KeyKind[] = ['live', 'read', 'pub', 'widget'];
const secret = fc.uint8Array({ minLength: 32, maxLength: 32 });
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('API keys', () => {
  it('have one form, know their kind and are made of their secret alone', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), secret, (kind, bytes) => {
        const key = formatApiKey(kind, bytes);
        assert.match(key, new RegExp(`^tmk_${kind}_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$`, 'u'));
        assert.deepEqual(parseApiKey(key), { kind });
        assert.equal(formatApiKey(kind, bytes), key);
      }),
    );
  });

  it('stay as they are: a key of today is valid for ever', () => {
    const key = formatApiKey(
      'live',
      Buffer.from('000102030405060708090a0b0c0d0e0f'.repeat(2), 'hex'),
    );
    assert.equal(key, 'tmk_live_jlCTQj2uNU2rwNAUTRTbme9zczokKsnP_3eeTwp');
    assert.equal(
      hashApiKey(key),
      '07525e14825d54dbbc1fe80f31e09340d78436a4ce2a4499f3829f7aa53e7db6',
    );
  });

  it('keep 190 bits: neighbouring secrets give different keys', () => {
    fc.assert(
      fc.property(secret, fc.integer({ min: 64, max: 255 }), (bytes, bit) => {
        const other = Uint8Array.from(bytes);
        const place = other.length - 1 - Math.floor((255 - bit) / 8);
        other[place] = (other[place] ?? 0) ^ (1 << ((255 - bit) % 8));
        assert.notEqual(formatApiKey('live', other), formatApiKey('live', bytes));
      }),
    );
  });

  it('show every typing error of one character', () => {
    fc.assert(
      fc.property(secret, fc.nat(49), fc.nat(61), (bytes, place, digit) => {
        const key = formatApiKey('live', bytes);
        const typed = `${key.slice(0, place)}${digits[digit]}${key.slice(place + 1)}`;
        fc.pre(typed !== key);
        assert.equal(parseApiKey(typed), undefined);
      }),
    );
  });

  it('are not read from anything else', () => {
    const key = formatApiKey('pub', Buffer.alloc(32, 7));
    for (const text of ['', 'tmk_live__', ` ${key}`, `${key}\n`, key.replace('pub', 'live')]) {
      assert.equal(parseApiKey(text), undefined);
    }
  });

  it('are taken out of text, whole or cut off, and nothing else is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), secret, fc.nat(49), (kind, bytes, cut) => {
        const key = formatApiKey(kind, bytes);
        const start = `tmk_${kind}_`;
        const part = key.slice(0, Math.max(cut, start.length + 1));
        assert.equal(withoutApiKeys(`a ${key}/${part}`), `a ${start}…/${start}…`);
      }),
    );
    for (const kind of ['session', 'grant', 'code', 'refresh'] as const)
      assert.equal(
        withoutApiKeys(`a ${formatApiKey(kind, Buffer.alloc(32))}.`),
        `a tmk_${kind}_….`,
      );
    assert.equal(withoutApiKeys('tmk_live_ tmk_other_1 none'), 'tmk_live_ tmk_other_1 none');
  });

  it('are no codes and no refresh tokens of remote clients', () => {
    const bytes = Buffer.alloc(32, 1);
    assert.deepEqual(parseApiKey(formatApiKey('grant', bytes)), { kind: 'grant' });
    for (const kind of ['code', 'refresh'] as const)
      assert.equal(parseApiKey(formatApiKey(kind, bytes)), undefined);
  });

  it('need 32 bytes', () => {
    assert.throws(
      () => formatApiKey('live', Buffer.alloc(31)),
      /expected a secret of 32 bytes, found 31/u,
    );
  });
});
