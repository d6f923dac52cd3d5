/** Enough for the owner to recognise the address, and nothing that a reader could write to. */
export const addressHint = (email: string): string =>
  `${email.charAt(0)}…${email.slice(email.indexOf('@'))}`;
