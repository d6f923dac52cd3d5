import type { PostedNotice, PostRenderer } from './post.ts';

/** Slack shows at most so many characters of a message. */
const slackCharactersMax = 39_000;

/** The message of a notice, as Slack's incoming webhooks take it (docs.slack.dev, "Sending messages using incoming webhooks"). */
export const slackPosts: PostRenderer = notice => [
  { name: 'notice', url: notice.to, body: slackBody(notice) },
];

const slackBody = ({ subject, text }: PostedNotice): string =>
  JSON.stringify({ text: slackText(`${subject}\n\n${text}`).slice(0, slackCharactersMax) });

/** Without these, names could contain links and mentions of everybody. */
const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
