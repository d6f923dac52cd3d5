/** What is known of the mail server. While it is away, nothing is tried, and no mail fails because of it. */
export type MailServer = { heldUntilMs: number; failures: number };

export const newMailServer = (): MailServer => ({ heldUntilMs: 0, failures: 0 });

/** Between looks at a server that is away; the last repeats. */
const awayPausesMs = [1_000, 10_000, 60_000] as const;

export function serverIsAway(server: MailServer, nowMs: number): void {
  server.heldUntilMs = nowMs + (awayPausesMs[server.failures] ?? awayPausesMs[2]);
  server.failures++;
}

export function serverIsBack(server: MailServer): void {
  server.heldUntilMs = 0;
  server.failures = 0;
}
