import { severities } from '../../../../schemas/alerts/rule.ts';
import { alertText } from './alert-text.ts';
import { type Described, isOutage } from './described.ts';
import type { NoticeText } from './notice-text.ts';
import { outageText } from './outage-text.ts';

export type NoticeMail = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

type Links = {
  readonly publicUrl: string;
  /** Of a channel with an address. */
  readonly unsubscribeUrl?: string;
};

/** Of the services in a subject. */
const servicesNamedMax = 3;

type Section = Pick<NoticeText, 'lines' | 'url'> & Partial<Pick<NoticeText, 'traceUrls'>>;

/**
 * The mail of a notice. Names of rules, checks and services are quoted: senders and users chose them.
 *  heldBack  alerts and outages that the flood limit held back since the notice before
 */
export function noticeMail(
  described: readonly Described[],
  { heldBack, publicUrl, unsubscribeUrl }: Links & { readonly heldBack: number },
): NoticeMail {
  const sections = described.map(one =>
    isOutage(one) ? outageText(one, publicUrl) : alertText(one, publicUrl),
  );
  const notes = heldBack === 0 ? [] : [heldBackText(heldBack)];
  const end = endOf(unsubscribeUrl);
  return {
    subject: subjectOf(sections, described.some(isOutage) ? 'alerts and checks' : 'alerts'),
    text: [...sections.map(textOf), ...notes, ...end.map(textOf), ''].join('\n\n'),
    html: pageOf([
      ...sections.map(sectionOf),
      ...notes.map(note => `<p>${escaped(note)}</p>`),
      ...end.map(sectionOf),
    ]),
  };
}

/** The mail by which a user sees that a channel works. */
export function testMail({ publicUrl, unsubscribeUrl }: Links): NoticeMail {
  const text = 'This is a test of a Tidemark channel. Notices of alerts will look like this.';
  const end = endOf(unsubscribeUrl);
  return {
    subject: 'Test of a Tidemark channel',
    text: [text, publicUrl, ...end.map(textOf), ''].join('\n\n'),
    html: pageOf([{ lines: [text], url: publicUrl }, ...end].map(sectionOf)),
  };
}

function subjectOf(sections: readonly NoticeText[], what: string): string {
  const [only, ...others] = sections;
  if (only === undefined) return 'Tidemark alerts';
  if (others.length === 0) return only.subject;
  const found = new Set(sections.map(({ severity }) => severity));
  const worstFirst = severities.filter(severity => found.has(severity));
  const services = [...new Set(sections.map(({ service }) => service))];
  return `[${worstFirst.join(', ')}] ${sections.length} notices of Tidemark ${what}: ${named(services)}`;
}

/** The first of them, and how many more there are. */
function named(services: readonly string[]): string {
  const more = services.length - servicesNamedMax;
  const names = services.slice(0, servicesNamedMax).join(', ');
  return more > 0 ? `${names} and ${more} more` : names;
}

/** What a limit held back. */
export const heldBackText = (count: number): string =>
  `${count} more ${count === 1 ? 'alert or failing check was' : 'alerts or failing checks were'} held back before this notice, because the channel or its mailbox reached its limit of notices.`;

const endOf = (unsubscribeUrl: string | undefined): readonly Section[] =>
  unsubscribeUrl === undefined
    ? []
    : [{ lines: ['To get no more of these mails, unsubscribe:'], url: unsubscribeUrl }];

const textOf = ({ lines, url, traceUrls = [] }: Section): string =>
  [...lines, url, ...traceUrls].join('\n');

function sectionOf({ lines, url, traceUrls = [] }: Section) {
  const [title = '', ...others] = lines.map(escaped);
  const links = [url, ...traceUrls].map(escaped).map(link => `<a href="${link}">${link}</a>`);
  return `<p><strong>${title}</strong><br>${[...others, ...links].join('<br>')}</p>`;
}

const pageOf = (parts: readonly string[]): string =>
  `<!doctype html><html lang="en"><body>${parts.join('')}</body></html>`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string =>
  text.replace(/[&<>"']/gu, character => entities[character] ?? '');
