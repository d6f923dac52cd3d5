import type { CodeUse } from './mail.ts';

/**
 * The mail that brings a code. Nothing in it comes from the requesting client, so that it cannot be
 * used to write to strangers.
 *  code  six digits; the subject ends with them
 */
export function verificationMail(
  code: string,
  expiresAtMs: number,
  use?: CodeUse,
): { readonly subject: string; readonly text: string } {
  const until = new Date(expiresAtMs).toISOString().slice(0, 16).replace('T', ' ');
  const place =
    use === 'sign-in' ? 'on the page where you sign in' : 'where you registered your service';
  return {
    subject: `Your Tidemark code is ${code}`,
    text: [
      `Your code is ${code}. Enter it ${place}.`,
      `It is valid until ${until} UTC and can be used once.`,
      'If you did not request it, ignore this mail: without the code nothing happens.',
      '',
    ].join('\n\n'),
  };
}
