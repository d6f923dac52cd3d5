import { type Message, message, messages, scalar, table } from './message.ts';

export const anyValue = table([
  scalar('stringValue', 1, 'anyText'),
  scalar('boolValue', 2, 'anyBool'),
  scalar('intValue', 3, 'anyInt'),
  scalar('doubleValue', 4, 'anyDouble'),
  message('arrayValue', 5, () => arrayValue),
  message('kvlistValue', 6, () => keyValueList),
  scalar('bytesValue', 7, 'anyBytes'),
]);

export const keyValue = table([scalar('key', 1, 'text'), message('value', 2, () => anyValue)]);

// Both hold messages in which they lie themselves, so their types are named.
export const arrayValue: Message<'values'> = table([messages('values', 1, () => anyValue)]);
export const keyValueList: Message<'values'> = table([messages('values', 1, () => keyValue)]);
