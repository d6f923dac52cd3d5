import { listOf } from './attributes.ts';
import { llmLimits } from './config.ts';

/** Attributes with what a model or a tool was given, and with what it gave; a name that ends with `%` is the begin of more. */
const given = [
  'gen_ai.system_instructions',
  'gen_ai.input.messages',
  'gen_ai.prompt',
  'gen_ai.prompt.%',
  'gen_ai.tool.call.arguments',
  'llm.input_messages.%',
  'ai.prompt',
  'ai.prompt.messages',
  'ai.toolCall.args',
];
const gave = [
  'gen_ai.output.messages',
  'gen_ai.completion',
  'gen_ai.completion.%',
  'gen_ai.tool.call.result',
  'llm.output_messages.%',
  'ai.response.text',
  'ai.response.toolCalls',
  'ai.toolCall.result',
];

/** Events of earlier conventions, one for each message, and of today's, one for all. */
const events = [
  'gen_ai.system.message',
  'gen_ai.user.message',
  'gen_ai.assistant.message',
  'gen_ai.tool.message',
  'gen_ai.choice',
  'gen_ai.content.prompt',
  'gen_ai.content.completion',
  'gen_ai.tool.call',
  'gen_ai.client.inference.operation.details',
];

const isNamed = (names: readonly string[]): string => {
  const whole = names.filter(name => !name.endsWith('%'));
  const begins = names.filter(name => name.endsWith('%')).map(name => name.slice(0, -1));
  const starts = begins.map(begin => `OR startsWith(key, '${begin}')`).join(' ');
  return `(key IN (${listOf(whole)}) ${starts})`;
};

/** Of these places of a list of texts the last ones, with their ends where they are too long together: the place, the text, and whether it is cut. */
const endsOf = (places: string, texts: string): string => {
  const most = llmLimits.contentCharactersMax;
  const last = `arrayReverse(arraySlice(${places}, -${llmLimits.contentAttributesMax}))`;
  const lengths = `arrayMap(at -> lengthUTF8(${texts}[at]), ${last})`;
  return `arrayReverse(arrayFilter(one -> one.2 != '', arrayMap((at, length, upto) ->
    (at, rightUTF8(${texts}[at], toUInt64(greatest(0, least(toInt64(length), ${most} + toInt64(length) - toInt64(upto))))), upto > ${most}),
    ${last}, ${lengths}, arrayCumSum(${lengths}))))`;
};

const attributesOf = (names: readonly string[]): string => {
  const places = `arrayFilter((at, key) -> ${isNamed(names)}, arrayEnumerate(attributes.key), attributes.key)`;
  return `arrayMap(one -> (toString(attributes.key[one.1]), attributes.type[one.1], one.2, one.3), ${endsOf(places, 'attributes.value')})`;
};

const eventPlaces = `arrayFilter((at, key) -> key IN (${listOf(events)}), arrayEnumerate(events.name), events.name)`;

/** Columns of a span with the texts of its messages. */
export const contentColumns = `spans.trace_id AS trace, spans.span_id AS span,
  ${attributesOf(given)} AS given, ${attributesOf(gave)} AS gave,
  arrayMap(one -> (toString(events.name[one.1]), one.2, one.3), ${endsOf(eventPlaces, 'events.attributes')}) AS told`;
