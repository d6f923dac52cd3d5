import { addresses } from './address.ts';
import { mailboxes } from './mailbox.ts';
import { registrations } from './registration.ts';
import { requestRegistration, requestRegistrationStreams } from './request-registration.ts';
import { verifyRegistration, verifyRegistrationStreams } from './verify-registration.ts';

export const accounts = {
  aggregates: [addresses, mailboxes, registrations],
  deciders: {
    RequestRegistration: { streams: requestRegistrationStreams, decide: requestRegistration },
    VerifyRegistration: { streams: verifyRegistrationStreams, decide: verifyRegistration },
  },
} as const;
