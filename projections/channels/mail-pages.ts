import { escapeMarkup } from '../../platform/http/documents/markup.ts';
import { pageHeaders, pageOf } from '../../platform/http/documents/page.ts';
import type { Confirmation, Subscription } from './mail-links.ts';

const statuses = { open: 200, done: 200, unknown: 404, expired: 410 } as const;

/** The page of a confirmation. The button alone confirms: programs that look into mails open the page. */
export function confirmationPageOf(found: Confirmation) {
  switch (found.state) {
    case 'open':
      return page(
        'open',
        'Receive notices from Tidemark?',
        `${nameOf(found)} wants to send notices of alerts to your address. Without your confirmation nothing is sent.`,
        'Confirm my address',
      );
    case 'done':
      return page(
        'done',
        'Your address is confirmed',
        'You receive notices from now on. Each contains a link to unsubscribe.',
      );
    case 'expired':
      return page('expired', 'This link has expired', 'Nothing is sent to your address.');
    case 'unknown':
      return page(
        'unknown',
        'This link is not valid',
        'It was used already, or the channel that it was for is gone.',
      );
  }
}

export function subscriptionPageOf(found: Subscription) {
  switch (found.state) {
    case 'open':
      return page('open', 'Unsubscribe from notices?', consequences(found), 'Unsubscribe');
    case 'done':
      return page('done', 'You are unsubscribed', consequences(found));
    case 'unknown':
      return page('unknown', 'This link is not valid', 'Open it as it stands in the mail.');
  }
}

const consequences = (found: Exclude<Subscription, { readonly state: 'unknown' }>): string => {
  const { isMember, state } = found;
  if (isMember)
    return state === 'open'
      ? `The channel of ${nameOf(found)} that wrote to you is then disabled. Members can enable it again.`
      : `The channel of ${nameOf(found)} that wrote to you is disabled. Members can enable it again.`;
  return state === 'open'
    ? `${nameOf(found)} then sends no more notices to your address.`
    : `${nameOf(found)} sends no more notices to your address.`;
};

/** Somebody chose it. */
const nameOf = ({ name }: { readonly name: string | undefined }): string =>
  name === undefined ? 'An organization' : `The organization <b>${escapeMarkup(name)}</b>`;

/** The form leads to the address of the page. */
const page = (state: keyof typeof statuses, title: string, text: string, button?: string) => ({
  status: statuses[state],
  headers: pageHeaders(button === undefined ? "'none'" : "'self'"),
  body: pageOf(
    title,
    `<h1>${title}</h1><p>${text}</p>${
      button === undefined
        ? ''
        : `<form method="post"><button type="submit">${button}</button></form>`
    }`,
  ),
});
