import { keyValue } from './attributes.ts';
import { messages, scalar, table } from './message.ts';

export const resource = table([
  messages('attributes', 1, () => keyValue),
  scalar('droppedAttributesCount', 2, 'uint32'),
]);

export const scope = table([
  scalar('name', 1, 'text'),
  scalar('version', 2, 'text'),
  messages('attributes', 3, () => keyValue),
  scalar('droppedAttributesCount', 4, 'uint32'),
]);
