/**
 * The mail to an address that nobody registered, when somebody wants to sign in with it. The response to the request is
 * that of a member, so only the mail says it. Nothing in it comes from the requesting client.
 */
export const nobodyMail = (): { readonly subject: string; readonly text: string } => ({
  subject: 'No Tidemark organization is registered with this address',
  text: [
    'Somebody wants to sign in to Tidemark with this address, but no organization is registered with it.',
    'If it was you, sign in with the address that you registered, exactly as you wrote it then, or register a service first: npx tidemark init',
    'If you did not request it, ignore this mail.',
    '',
  ].join('\n\n'),
});
