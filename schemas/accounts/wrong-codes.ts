/** When all wrong codes so far will be forgotten, and until when no other code is checked. */
export type WrongCodes = { readonly forgottenAtMs: number; readonly pausedUntilMs: number };
