import { equal, notEqual } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { hashAddress, hashMailbox, mailboxOf } from '../../platform/privacy/address-hashes.ts';

const keyring = {
  mac: async (purpose: string, data: string) => createHmac('sha256', purpose).update(data).digest(),
};

describe('the mailbox of an address', () => {
  it('is the same for every plus tag, and for nothing else', () => {
    for (const [email, mailbox] of [
      ['a@x.example', 'a@x.example'],
      ['A+b@X.example ', 'a@x.example'],
      ['a+b+c@x.example', 'a@x.example'],
      ['a+@x.example', 'a@x.example'],
      ['+a@x.example', '+a@x.example'],
      ['a.b@x.example', 'a.b@x.example'],
      ['a-b@x.example', 'a-b@x.example'],
    ] as const)
      equal(mailboxOf(email), mailbox);
  });

  it('has another hash than the address', async () => {
    const mailbox = await hashMailbox('a@x.example', keyring);
    equal(await hashMailbox('A+tag@x.example', keyring), mailbox);
    notEqual(mailbox, await hashAddress('a@x.example', keyring));
    notEqual(
      await hashAddress('a@x.example', keyring),
      await hashAddress('a+tag@x.example', keyring),
    );
  });
});
