import { equal, notEqual } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { openFolderBlobStore } from '../../platform/blob-store/folder.ts';
import { openBlobKeyring } from '../../platform/keyring/blob.ts';
import { openSandboxPayments } from '../../platform/payments/sandbox.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { paymentOrder, paymentsContract } from './payments.contract.ts';

/** A sandbox as one process has it; processes share the master key. */
async function openSandbox(masterKey: Buffer = randomBytes(32)) {
  const folder = await temporaryFolder();
  const blobStore = await openFolderBlobStore({ folder: folder.path });
  const payments = openSandboxPayments({ keyring: openBlobKeyring({ blobStore, masterKey }) });
  return { payments, remove: folder.remove };
}

describe('payment providers', () => {
  const removals: (() => Promise<void>)[] = [];
  const open = async (masterKey?: Buffer) => {
    const { payments, remove } = await openSandbox(masterKey);
    removals.push(remove);
    return payments;
  };
  after(async () => {
    for (const remove of removals) await remove();
  });

  paymentsContract('sandbox', () => open());

  describe('payments: sandbox alone', () => {
    it('shows its page under the public URL, whatever that is now', async () => {
      const payments = await open();
      const order = paymentOrder({ publicUrl: 'http://127.0.0.1:4318/tidemark' });
      const { sessionId, url } = await payments.openSession(order);
      equal(url, `http://127.0.0.1:4318/tidemark/billing/checkout/${sessionId}`);
    });

    it('gives the same session in each process of one master key, and another under another', async () => {
      const masterKey = randomBytes(32);
      const order = paymentOrder();
      const sessionOf = async (key: Buffer) =>
        (await (await open(key)).openSession(order)).sessionId;
      equal(await sessionOf(masterKey), await sessionOf(masterKey));
      notEqual(await sessionOf(masterKey), await sessionOf(randomBytes(32)));
    });
  });
});
