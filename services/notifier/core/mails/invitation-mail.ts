import { quoted } from '../quoted.ts';

type Invitation = {
  /** The address of who invites, which was proved by a mailed code. */
  readonly from: string;
  /** Where the person signs in. */
  readonly link: string;
  readonly expiresAtMs: number;
};

/** The mail to somebody who is invited. Nothing in it is free text of a user, so that it cannot be used to write to strangers. */
export function invitationMail({ from, link, expiresAtMs }: Invitation): {
  readonly subject: string;
  readonly text: string;
} {
  const until = new Date(expiresAtMs).toISOString().slice(0, 16).replace('T', ' ');
  return {
    subject: 'You are invited to an organization on Tidemark',
    text: [
      `${shown(from)} invites you to work with them on Tidemark.`,
      `Sign in with this mail address until ${until} UTC, and you belong to the organization: ${link}`,
      'If you do not know who this is, ignore this mail: nothing happens.',
      '',
    ].join('\n\n'),
  };
}

/** What can be written without quotes and makes no link but to the mailbox. */
const plainAddress = /^[\w.+-]+@[\w.-]+$/u;

const shown = (address: string): string => (plainAddress.test(address) ? address : quoted(address));
