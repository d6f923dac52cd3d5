/**
 * The mail that brings a code. Nothing in it comes from the requesting client, so that it cannot be
 * used to write to strangers.
 *  code  six digits; the subject ends with them
 */
export function verificationMail(
  code: string,
  expiresAtMs: number,
): { readonly subject: string; readonly text: string } {
  const until = new Date(expiresAtMs).toISOString().slice(0, 16).replace('T', ' ');
  return {
    subject: `Your Tidemark code is ${code}`,
    text: [
      `Your code is ${code}. Enter it where you registered your service.`,
      `It is valid until ${until} UTC and can be used once.`,
      'If you did not request it, ignore this mail: without the code nothing happens.',
      '',
    ].join('\n\n'),
  };
}
