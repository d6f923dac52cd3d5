/**
 * The mail that asks whether an address may get notices. Nothing in it comes from the organization, so that it cannot be
 * used to write to strangers: who asks is on the page.
 */
export function confirmationMail(
  links: { readonly confirm: string; readonly unsubscribe: string },
  expiresAtMs: number,
): { readonly subject: string; readonly text: string } {
  const until = new Date(expiresAtMs).toISOString().slice(0, 16).replace('T', ' ');
  return {
    subject: 'Confirm that you want notices from Tidemark',
    text: [
      'Somebody wants to send notices of alerts to this address. This page says who, and has a button to confirm:',
      links.confirm,
      `The link is valid until ${until} UTC. If you do not want notices, ignore this mail: without your confirmation nothing is sent.`,
      `To get no more of these requests either: ${links.unsubscribe}`,
      '',
    ].join('\n\n'),
  };
}
