import { expected, type Json, list, object, text, webUrl } from './expected.ts';

/**
 * Reads a message as workflows with the trigger "When a Teams webhook request is received" take it (learn.microsoft.com), with
 * what adaptivecards.io says of its elements; throws `Refused`. Gives the containers of its card.
 */
export function teamsContainers(body: unknown): readonly Json[] {
  expected(Buffer.byteLength(JSON.stringify(body), 'utf16le') <= 28 * 1024, 'at most 28 KB');
  const message = object(body, 'a message');
  expected(message.type === 'message', 'type: message');
  const [attachment, ...others] = list(message.attachments, 'attachments');
  expected(others.length === 0, 'one card');
  const { contentType, content } = object(attachment, 'an attachment');
  expected(contentType === 'application/vnd.microsoft.card.adaptive', 'contentType');
  const card = object(content, 'content');
  expected(card.type === 'AdaptiveCard', 'a card');
  expected(/^1\.[0-5]$/u.test(String(card.version)), 'a version that Teams shows');
  const containers = list(card.body, 'body').map(each => object(each, 'an element'));
  for (const container of containers) {
    expected(container.type === 'Container', 'a container');
    const styles = ['default', 'emphasis', 'good', 'attention', 'warning', 'accent'];
    expected(styles.includes(String(container.style)), 'style');
    for (const item of list(container.items, 'items')) expectItem(object(item, 'an item'));
  }
  return containers;
}

/** Elements in whose texts nothing is Markdown. */
function expectItem(item: Json): void {
  if (item.type === 'ActionSet') {
    const actions = list(item.actions, 'actions').map(each => object(each, 'an action'));
    expected(actions.length >= 1 && actions.length <= 6, '1 to 6 actions');
    for (const { type, title, url } of actions) {
      expected(type === 'Action.OpenUrl', 'an action that opens a URL');
      text(title, 100, 'title');
      webUrl(url, 'url');
    }
    return;
  }
  expected(item.type === 'RichTextBlock', 'a rich text block');
  for (const each of list(item.inlines, 'inlines')) {
    const run = object(each, 'a run');
    expected(run.type === 'TextRun', 'a text run');
    text(run.text, 4_000, 'text');
  }
}
