/** What came of an attempt to deliver. */
export type Delivered =
  | { readonly kind: 'settled' }
  /** `final`: trying again cannot help. */
  | {
      readonly kind: 'failed';
      readonly error: string;
      readonly final: boolean;
      /** How long the receiver asks to be left alone. */
      readonly retryAfterMs?: number;
    };
