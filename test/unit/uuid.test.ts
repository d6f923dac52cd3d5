import assert from 'node:assert/strict';
import fc from 'fast-check';
import { randomUuid, uuidV5 } from '../../platform/uuid.ts';

const dns = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

describe('uuidV5', () => {
  it('gives the example of RFC 9562', () => {
    assert.equal(uuidV5(dns, 'www.example.com'), '2ed6657d-e927-568b-95e1-2665a8aea6a2');
  });

  it('does not mind the case of the namespace', () => {
    assert.equal(uuidV5(dns.toUpperCase(), 'a'), uuidV5(dns, 'a'));
  });

  it('always has version 5 and the variant of the RFC', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.string(), (namespace, name) => {
        const id = uuidV5(namespace, name);
        assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u);
        assert.equal(uuidV5(namespace, name), id);
      }),
    );
  });

  it('refuses a namespace that is no UUID', () => {
    assert.throws(() => uuidV5('dns', 'a'), /expected a UUID as namespace, found "dns"/u);
  });
});

describe('randomUuid', () => {
  it('has version 4', () => {
    assert.match(randomUuid(), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/u);
  });
});
