type Said = Pick<MessageEvent, 'origin' | 'source'>;

/** Whether a message is from the other side of the player, which has the same origin, and from nowhere else. */
export const isFrom = (other: MessageEventSource | null, { origin, source }: Said): boolean =>
  other !== null && source === other && origin === location.origin;
