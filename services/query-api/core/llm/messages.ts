import { scrub } from '../../../../domain/scrub/scrub.ts';
import { exactJsonText, isExactNumber, parseExactJson } from '../../../../schemas/exact-json.ts';
import type { Json } from '../../../../schemas/json.ts';

/** A message of a call as it is shown. */
export type Message = {
  readonly role: string;
  readonly content: string;
  readonly is_shortened: boolean;
};

/** An attribute, or the attributes of an event, that holds messages. */
export type Content = {
  /** Of the attribute, or of the event. */
  readonly name: string;
  /** Its end: where it is cut, the begin is what is missing. */
  readonly text: string;
  readonly isCut: boolean;
};

export type MessageLimits = {
  readonly messagesMax: number;
  readonly messageCharactersMax: number;
  /** What is left out where a text was cut: the rest of a secret could not be told from other text. */
  readonly cutCharacters: number;
};

/**
 * The last messages of a call, without what is personal or secret in them.
 *  cost  in proportion to the texts
 */
export function messagesOf(contents: readonly Content[], limits: MessageLimits): Message[] {
  const indexed = new Map<string, Message>();
  const all: Message[] = [];
  for (const content of contents) {
    const place = placeOf(content.name);
    if (place === undefined) all.push(...readContent(content, limits));
    else indexed.set(place.key, withPart(indexed.get(place.key), place, content, limits));
  }
  return [...all, ...indexed.values()]
    .filter(({ content }) => content !== '')
    .slice(-limits.messagesMax)
    .map(message => shortened(message, limits));
}

/** `gen_ai.prompt.0.content`, `llm.output_messages.1.message.role`: a part of a message each. */
const indexedName =
  /^(?<list>gen_ai\.prompt|gen_ai\.completion|llm\.input_messages|llm\.output_messages)\.(?<index>\d{1,6})\.(?:message\.)?(?<part>.+)$/u;

type Place = { readonly key: string; readonly list: string; readonly part: string };

function placeOf(name: string): Place | undefined {
  const { list = '', index = '', part = '' } = indexedName.exec(name)?.groups ?? {};
  return list === '' ? undefined : { key: `${list}.${index}`, list, part };
}

function withPart(
  message: Message | undefined,
  { list, part }: Place,
  { text, isCut }: Content,
  limits: MessageLimits,
): Message {
  const before = message ?? { role: roleOf(list), content: '', is_shortened: false };
  if (part === 'role') return { ...before, role: text };
  const clean = cleanText(text, isCut, limits);
  return {
    ...before,
    content: before.content === '' ? clean : `${before.content}\n${clean}`,
    is_shortened: before.is_shortened || isCut,
  };
}

/** Who speaks where a message does not say it. */
function roleOf(name: string): string {
  const [, role] = /^gen_ai\.(system|user|assistant|tool)\.message$/u.exec(name) ?? [];
  if (role !== undefined) return role;
  if (/system/u.test(name)) return 'system';
  if (/tool\.call$|tool_calls$/u.test(name)) return 'tool call';
  if (/tool\.call\.arguments|toolCall\.args/u.test(name)) return 'arguments';
  if (/tool\.call\.result|toolCall\.result/u.test(name)) return 'result';
  return /output|completion|choice|response/u.test(name) ? 'assistant' : 'user';
}

function readContent({ name, text, isCut }: Content, limits: MessageLimits): Message[] {
  const role = roleOf(name);
  const value = jsonOf(text, isCut);
  if (value === undefined)
    return [{ role, content: cleanText(text, isCut, limits), is_shortened: isCut }];
  return messagesIn(scrub(value).value, role).map(message => ({ ...message, is_shortened: false }));
}

/** JSON as it was sent, or the whole messages at the end of a list whose begin is missing. */
function jsonOf(text: string, isCut: boolean): Json | undefined {
  const from = isCut ? text.indexOf('{"role"') : 0;
  if (from < 0) return undefined;
  const whole = isCut ? `[${text.slice(from)}` : text;
  if (!/^\s*[[{"]/u.test(whole)) return undefined;
  try {
    return parseExactJson(whole) as Json;
  } catch {
    return undefined;
  }
}

function cleanText(text: string, isCut: boolean, { cutCharacters }: MessageLimits): string {
  const clean = scrub(text).value as string;
  return isCut ? clean.slice(cutCharacters) : clean;
}

type Said = Pick<Message, 'role' | 'content'>;

/** What has messages in it: lists of conventions, and wrappers of events and SDKs around one. */
const wrapper =
  /^(?:messages?|gen_ai\.event\.content|gen_ai\.(?:prompt|completion)|gen_ai\..{1,20}messages)$/u;

/** Texts, lists of messages or of parts, and wrappers around them. */
function messagesIn(value: Json, role: string): Said[] {
  if (!isObject(value))
    return Array.isArray(value) && value.some(each => isObject(each) && 'role' in each)
      ? value.flatMap(each => messagesIn(each, role))
      : [{ role, content: textOf(value) }];
  const own = typeof value.role === 'string' && !isExactNumber(value.role) ? value.role : role;
  const inner = Object.entries(value).filter(([key, each]) => wrapper.test(key) && each !== null);
  if (inner.length === 0) return [{ role: own, content: textOf(value) }];
  return inner.flatMap(([key, each]) =>
    messagesIn(nested(each), key.startsWith('gen_ai') ? roleOf(key) : own),
  );
}

/** Events have messages as JSON within JSON. */
const nested = (value: Json): Json =>
  typeof value === 'string' ? (jsonOf(value, false) ?? value) : value;

/** What is said, in words: the text of parts, and anything else as JSON. */
function textOf(value: Json): string {
  if (value === null) return '';
  if (typeof value === 'string') return isExactNumber(value) ? exactJsonText(value) : value;
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join('\n');
  if (!isObject(value)) return String(value);
  const said = value.parts ?? value.content ?? value.text ?? '';
  const { role, ...rest } = value;
  return said === '' && Object.keys(rest).length > 0 ? exactJsonText(rest) : textOf(said);
}

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shortened = (message: Message, { messageCharactersMax: most }: MessageLimits): Message =>
  message.content.length <= most
    ? message
    : { ...message, content: message.content.slice(0, most), is_shortened: true };
