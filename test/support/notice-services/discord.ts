import { expected, type Json, list, object, only, text, webUrl } from './expected.ts';

/**
 * Reads a message as docs.discord.com describes it, "Execute Webhook" and "Embed Limits"; throws `Refused`. Gives its embeds.
 */
export function discordEmbeds(body: unknown): readonly Json[] {
  const message = object(body, 'a message');
  only(message, ['content', 'username', 'embeds', 'allowed_mentions'], 'a message');
  const { parse } = object(message.allowed_mentions, 'allowed_mentions');
  expected(list(parse, 'parse').length === 0, 'nobody is mentioned');
  const embeds = list(message.embeds, 'embeds').map(each => object(each, 'an embed'));
  expected(embeds.length >= 1 && embeds.length <= 10, `1 to 10 embeds, found ${embeds.length}`);
  const characters = embeds.reduce((sum, embed) => sum + charactersOf(embed), 0);
  expected(characters <= 6_000, `at most 6,000 characters, found ${characters}`);
  return embeds;
}

function charactersOf(embed: Json): number {
  only(embed, ['title', 'description', 'url', 'timestamp', 'color', 'fields'], 'an embed');
  const title = text(embed.title, 256, 'title');
  const description = text(embed.description, 4_096, 'description');
  if (embed.url !== undefined) expected(webUrl(embed.url, 'url').length <= 2_048, 'url');
  const { color } = embed;
  expected(Number.isInteger(color) && Number(color) >= 0 && Number(color) <= 0xffffff, 'color');
  const fields = list(embed.fields ?? [], 'fields').map(each => object(each, 'a field'));
  expected(fields.length <= 25, 'at most 25 fields');
  return fields.reduce(
    (sum, { name, value }) =>
      sum + text(name, 256, 'name').length + text(value, 1_024, 'value').length,
    title.length + description.length,
  );
}
