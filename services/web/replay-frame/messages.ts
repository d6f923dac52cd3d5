/** Of an order, which the answers to it carry, so that an answer to a former one is known as such. */
type Turn = { readonly turn: number };

/** Instants are Unix ms by the clock of the recorded browser. */
export type ToFrame =
  | { readonly kind: 'events'; readonly events: readonly unknown[] }
  | (Turn & { readonly kind: 'play' | 'pause'; readonly atMs: number; readonly speed: number });

export type FromFrame =
  /** It takes messages from now on. */
  | { readonly kind: 'ready' }
  | (Turn & { readonly kind: 'at'; readonly atMs: number; readonly isPlaying: boolean })
  /** A whole page was drawn; before the first one there is nothing to see. */
  | { readonly kind: 'drawn' }
  | { readonly kind: 'failed' };
