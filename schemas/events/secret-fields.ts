import type { Personal } from '../accounts/personal.ts';
import type { EventPayload } from '../features.ts';
import type { AddressHash, MailboxHash, Sealed } from '../ids.ts';

type Secret = Sealed | Personal | AddressHash | MailboxHash;

type SecretFieldOf<Data> = Data extends unknown
  ? {
      [Field in keyof Data]-?: NonNullable<Data[Field]> extends Secret ? Field : never;
    }[keyof Data]
  : never;

/** Every field of an event that is secret by its type: the compiler reports one that is missing here. */
const secretByType: { readonly [Field in SecretFieldOf<EventPayload['data']>]: true } = {
  addressHash: true,
  answer: true,
  displayName: true,
  email: true,
  mailboxHash: true,
  metadata: true,
  question: true,
  requestSealed: true,
  returnSealed: true,
  target: true,
};

/** Hashes and the like, whose type is text; the name of a blob has the hash of its content. */
const secretByName = /(?:hash|mac|secret|token|password|sealed|blob)$/iu;

/** Whether values of this field of an event are shown to nobody. */
export const isSecretField = (field: string): boolean =>
  Object.hasOwn(secretByType, field) || secretByName.test(field);
