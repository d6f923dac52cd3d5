import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { Rule } from './words.ts';

export type Channel = ResponseOf<'listChannels'>['channels'][number];

/** The channels of a rule: those that it names, or every enabled one where it names none. */
export const toldBy = (
  { channel_ids: ids }: Pick<Rule, 'channel_ids'>,
  channels: readonly Channel[],
): readonly Channel[] =>
  channels.filter(({ id, enabled }) => (ids.length === 0 ? enabled : ids.includes(id)));
