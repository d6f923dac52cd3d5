/** Attributes of spans that name who sent a request, the likeliest first: of the semantic conventions, and usual ones. */
export const userAttributes: string[] = [
  'user.id',
  'enduser.id',
  'customer.id',
  'tenant.id',
  'account.id',
  'session.id',
];
