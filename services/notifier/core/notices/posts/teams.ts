import { plain } from './cut.ts';
import { inGroups } from './in-groups.ts';
import type { NoticeRequest, PostRenderer } from './post.ts';
import { type Section, sectionsOf } from './section.ts';

/**
 * Of a message in UTF-16, in which Teams counts (learn.microsoft.com, "Format your bot messages"). Webhooks had the lowest limit
 * of all, 28 KB ("Limits and specifications for Microsoft Teams").
 */
const teamsBytesMax = 27_000;

const titleUnitsMax = 500;
const lineUnitsMax = 700;
const tracesNamedMax = 3;

/**
 * Messages with an Adaptive Card, as the workflow "When a Teams webhook request is received" takes them (learn.microsoft.com,
 * "Create incoming webhooks with Workflows for Microsoft Teams"). Texts are text runs, in which nothing is Markdown
 * (adaptivecards.io, "TextRun").
 */
export const teamsPosts: PostRenderer = notice =>
  inGroups(sectionsOf(notice), fits).map(group => messageOf(group, notice.to));

const messageOf = (group: readonly Section[], url: string): NoticeRequest => ({
  name: group.map(({ name }) => name).join(', '),
  url,
  body: JSON.stringify(cardMessage(group)),
  refusals: {
    401: 'the workflow refuses the URL of the channel',
    403: 'the workflow refuses the URL of the channel',
    404: 'there is no such workflow any more',
    410: 'there is no such workflow any more',
  },
});

const cardMessage = (group: readonly Section[]) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        msteams: { width: 'Full' },
        body: group.map(containerOf),
      },
    },
  ],
});

const containerOf = ({ title, lines, url, traceUrls, look }: Section) => ({
  type: 'Container',
  style: styles[look],
  bleed: true,
  items: [
    textBlock({ text: plain(title, titleUnitsMax), weight: 'Bolder', size: 'Medium' }),
    ...lines.map(line => textBlock({ text: plain(line, lineUnitsMax) })),
    {
      type: 'ActionSet',
      actions: [
        linkTo('Open in Tidemark', url),
        ...traceUrls
          .slice(0, tracesNamedMax)
          .map((link, index) => linkTo(`Trace ${index + 1}`, link)),
      ],
    },
  ],
});

const textBlock = (run: {
  readonly text: string;
  readonly weight?: string;
  readonly size?: string;
}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', ...run }],
});

const linkTo = (title: string, url: string) => ({ type: 'Action.OpenUrl', title, url });

const styles: Readonly<Record<Section['look'], string>> = {
  critical: 'attention',
  warning: 'warning',
  info: 'accent',
  over: 'good',
};

const fits = (group: readonly Section[]): boolean =>
  2 * JSON.stringify(cardMessage(group)).length <= teamsBytesMax;
