import type { ApiKeyIssued } from '../../../../schemas/api-keys/events.ts';
import { quoted } from '../quoted.ts';

/**
 * The notice to the owner of an organization that a key was issued. The person who entered the code chose
 * the service name, so the mail quotes it.
 */
export function keyEmail(
  { data: { keyId, hint, serviceName } }: ApiKeyIssued,
  issuedAtMs: number,
): { readonly subject: string; readonly text: string } {
  const at = new Date(issuedAtMs).toISOString().slice(0, 16).replace('T', ' ');
  const service = quoted(serviceName);
  return {
    subject: `A Tidemark API key was issued for ${service}`,
    text: [
      `At ${at} UTC an API key was issued for the service ${service} of your organization, after a code that was mailed to this address was entered. The key ends with ${hint}.`,
      'If you did this, there is nothing to do.',
      `If you did not do this, somebody else entered the code and can read the data of your organization. Ask the operator of this Tidemark to revoke the key at once: tidemark keys revoke ${keyId}`,
      'Never pass a code on to another person.',
      '',
    ].join('\n\n'),
  };
}
