import assert from 'node:assert/strict';
import { KeyDestroyed, type KeyOwner, type Keyring } from '../../platform/keyring/port.ts';
import { organizationId, sealed, sessionId } from '../../schemas/ids.ts';

export type KeyringEngine = {
  /** A keyring over one and the same engine, as another process would open it. */
  readonly open: () => Promise<Keyring>;
  readonly dispose: () => Promise<void>;
};

const owner: KeyOwner = {
  kind: 'organization',
  id: organizationId('c0000000-0000-4000-8000-000000000001'),
};
const other: KeyOwner = {
  kind: 'registration',
  id: sessionId('5e551000-0000-4000-8000-000000000001'),
};

export function keyringContract(name: string, start: () => Promise<KeyringEngine>): void {
  describe(`keyring: ${name}`, () => {
    let engine: KeyringEngine;
    let keyring: Keyring;

    beforeEach(async () => {
      engine = await start();
      keyring = await engine.open();
    });
    afterEach(() => engine.dispose());

    it('gives back what it sealed, in any process', async () => {
      for (const text of ['', 'ada@example.org', 'öäü 🌊'.repeat(1_000)]) {
        const value = await keyring.seal(owner, text);
        assert.equal(await keyring.unseal(owner, value), text);
        assert.equal(await (await engine.open()).unseal(owner, value), text);
      }
    });

    it('never seals the same text to the same value, and shows nothing of it', async () => {
      const [one, two] = [await keyring.seal(owner, 'secret'), await keyring.seal(owner, 'secret')];
      assert.notEqual(one, two);
      assert.match(one, /^[\w-]+$/);
      assert.ok(!Buffer.from(one, 'base64url').includes('secret'));
    });

    it('refuses a value of another owner, or one that was changed', async () => {
      await keyring.seal(other, 'theirs');
      const value = await keyring.seal(owner, 'mine');
      await assert.rejects(keyring.unseal(other, value), /expected a value sealed for/);
      const bytes = Buffer.from(value, 'base64url');
      for (const index of [1, 13, bytes.length - 1]) {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
        await assert.rejects(keyring.unseal(owner, sealed(changed.toString('base64url'))));
      }
      await assert.rejects(keyring.unseal(owner, sealed('')), /expected version/);
    });

    it('makes one key for one owner, however many processes begin at once', async () => {
      const keyrings = await Promise.all(Array.from({ length: 8 }, engine.open));
      const values = await Promise.all(keyrings.map((one, n) => one.seal(owner, String(n))));
      for (const [n, value] of values.entries()) {
        assert.equal(await keyring.unseal(owner, value), String(n));
      }
    });

    it('cannot read after the key was destroyed, and makes no new one', async () => {
      const value = await keyring.seal(owner, 'gone');
      const kept = await keyring.seal(other, 'kept');
      await keyring.destroy(owner);
      await keyring.destroy(owner);
      for (const one of [keyring, await engine.open()]) {
        assert.equal(await one.unseal(owner, value), undefined);
        await assert.rejects(one.seal(owner, 'again'), KeyDestroyed);
        assert.equal(await one.unseal(other, kept), 'kept');
      }
    });

    it('destroys a key that was never used', async () => {
      await keyring.destroy(owner);
      await assert.rejects(keyring.seal(owner, 'text'), KeyDestroyed);
    });

    it('hashes for an owner the same in every process, and differently for every owner', async () => {
      const again = await engine.open();
      const seen = new Set<string>();
      for (const each of [owner, other]) {
        for (const data of ['', 'a', 'b']) {
          const mac = await keyring.macOf(each, 'replay-user', data);
          assert.equal(mac.length, 32);
          assert.ok(mac.equals(await again.macOf(each, 'replay-user', data)));
          seen.add(mac.toString('hex'));
        }
      }
      assert.equal(seen.size, 6);
      await keyring.destroy(owner);
      for (const one of [keyring, await engine.open()])
        await assert.rejects(one.macOf(owner, 'replay-user', 'a'), KeyDestroyed);
    });

    it('hashes the same in every process and differently for every purpose', async () => {
      const purposes = ['address', 'verification-code', 'api-key', 'request'] as const;
      const again = await engine.open();
      const seen = new Set<string>();
      for (const purpose of purposes) {
        for (const data of ['', 'a', 'b']) {
          const mac = await keyring.mac(purpose, data);
          assert.equal(mac.length, 32);
          assert.ok(mac.equals(await again.mac(purpose, data)));
          seen.add(mac.toString('hex'));
        }
      }
      assert.equal(seen.size, purposes.length * 3);
    });
  });
}
