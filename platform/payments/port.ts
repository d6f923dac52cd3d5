/** What is paid for, and where the browser goes afterwards. */
export type PaymentOrder = {
  /** Names the order. The same reference is the same session, however often it is opened. */
  readonly reference: string;
  readonly description: string;
  /** In whole units of the currency. */
  readonly price: number;
  readonly currency: string;
  readonly interval: 'monthly' | 'yearly';
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly expiresAtMs: number;
  /** Where browsers reach this Tidemark. */
  readonly publicUrl: string;
};

/** `sessionId` begins with `cs_`, and nobody can guess it: who has it can see and pay the order. */
export type PaymentSession = { readonly sessionId: string; readonly url: string };

export type PaymentProvider = {
  readonly name: string;
  /** Throws `Unavailable` when the provider cannot be reached. */
  openSession(order: PaymentOrder): Promise<PaymentSession>;
};
