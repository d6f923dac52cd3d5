import type { Hooked } from './hooks.ts';

/** Every event arrived, each cause under one id, and first attempts in the order of the feed. */
export function endpointFaults(
  name: string,
  requests: readonly Hooked[],
  ids: readonly string[],
): readonly string[] {
  const own = requests.filter(({ webhook }) => webhook === name);
  const accepted = new Set(own.filter(one => one.isAccepted).map(({ eventId }) => eventId));
  const missing = ids.filter(id => !accepted.has(id)).length;
  const firsts = [...new Set(own.map(({ eventId }) => eventId))];
  const perCause = new Map<string, string>();
  const torn = own.filter(({ cause, eventId }) => {
    const before = perCause.get(cause);
    perCause.set(cause, eventId);
    return before !== undefined && before !== eventId;
  });
  return [
    ...(missing > 0 ? [`${name}: ${missing} of ${ids.length} events are missing`] : []),
    ...(firsts.every((id, at) => id === ids[at]) ? [] : [`${name}: first attempts out of order`]),
    ...(torn.length > 0 ? [`${name}: ${torn.length} causes under two ids`] : []),
  ];
}
