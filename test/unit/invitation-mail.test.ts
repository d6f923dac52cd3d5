import { deepEqual, ok } from 'node:assert/strict';
import { invitationMail } from '../../services/notifier/core/mails/invitation-mail.ts';

const mailFrom = (from: string) =>
  invitationMail({
    from,
    link: 'https://tidemark.example/?join=0c293219-67d8-5369-b5c4-53b455d2bbb3',
    expiresAtMs: Date.UTC(2026, 11, 5, 9, 12, 44),
  });

describe('the mail of an invitation', () => {
  it('says who invites, until when, and where to sign in', () => {
    const { subject, text } = mailFrom('ada@example.com');
    deepEqual(subject, 'You are invited to an organization on Tidemark');
    ok(text.includes('ada@example.com invites you'));
    ok(text.includes('until 2026-12-05 09:12 UTC'));
    ok(text.includes('https://tidemark.example/?join=0c293219-67d8-5369-b5c4-53b455d2bbb3'));
  });

  it('makes no link of an address that looks like one', () => {
    const { text } = mailFrom('evil.example/x?y@example.com');
    ok(!text.includes('evil.example/x'));
    ok(text.includes('evil[.]example[/]x'));
  });
});
