import { cutParts } from './cut.ts';
import { inGroups } from './in-groups.ts';
import type { NoticeRequest, PostRenderer } from './post.ts';
import { type Section, sectionsOf } from './section.ts';

/** Of one message (docs.discord.com, "Message", "Embed limits"): characters of all texts of all embeds together. */
const discordLimits = {
  embeds: 10,
  characters: 6_000,
  title: 256,
  description: 4_096,
  fields: 25,
  fieldName: 256,
  fieldValue: 1_024,
  url: 2_048,
} as const;

const tracesNamedMax = 5;

/** Messages as Discord's webhooks take them (docs.discord.com, "Execute Webhook"). Nobody is mentioned, whatever a text says. */
export const discordPosts: PostRenderer = notice =>
  inGroups(sectionsOf(notice).map(embedOf), fits).map(group => messageOf(group, notice.to));

type Embed = ReturnType<typeof embedOf>;

const messageOf = (group: readonly Embed[], url: string): NoticeRequest => ({
  name: group.map(({ name }) => name).join(', '),
  url,
  body: JSON.stringify({
    embeds: group.map(({ embed }) => embed),
    allowed_mentions: { parse: [] },
  }),
  refusals: {
    401: 'Discord refuses the URL of the channel',
    403: 'Discord refuses the URL of the channel',
    404: 'Discord has no such webhook any more',
  },
});

function embedOf({ name, title, lines, url, traceUrls, look }: Section) {
  const traces = traceUrls.slice(0, tracesNamedMax).map((link, index) => `[${index + 1}](${link})`);
  const embed = {
    title: escaped(title, discordLimits.title),
    ...(url.length <= discordLimits.url && { url }),
    description: escaped(lines.join('\n'), discordLimits.description),
    color: colors[look],
    fields: fieldsOf(traces),
  };
  return { name, embed };
}

/** A link is left out as a whole. */
function fieldsOf(traces: readonly string[]) {
  let value = '';
  for (const link of traces) {
    const longer = value === '' ? link : `${value} ${link}`;
    if (longer.length <= discordLimits.fieldValue) value = longer;
  }
  return value === '' ? [] : [{ name: 'Traces', value }];
}

const colors: Readonly<Record<Section['look'], number>> = {
  critical: 0xd92d20,
  warning: 0xf79009,
  info: 0x2e90fa,
  over: 0x12b76a,
};

/** Markdown of Discord, and what mentions and emoji begin with, as plain text. */
const escaped = (text: string, unitsMax: number): string =>
  cutParts(
    Array.from(text, one => (/[\\*_~`|<>#\-[\]()@:+]/u.test(one) ? `\\${one}` : one)),
    unitsMax,
  );

function fits(group: readonly Embed[]): boolean {
  const characters = group.reduce((sum, { embed }) => sum + charactersOf(embed), 0);
  return group.length <= discordLimits.embeds && characters <= discordLimits.characters;
}

const charactersOf = ({ title, description, fields }: Embed['embed']): number =>
  fields.reduce(
    (sum, { name, value }) => sum + name.length + value.length,
    title.length + description.length,
  );
