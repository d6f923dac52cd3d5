import { equal, throws } from 'node:assert/strict';
import { expectTarget } from '../../services/ingest-api/channels/channel-target.ts';

const detail = (text: string) => ({ message: `invalid ${text}` });

describe('where a channel sends its notices', () => {
  it('is an address for mail, and a URL for everything else', () => {
    equal(expectTarget({ address: 'a@example.org' }, 'email', []), 'a@example.org');
    equal(expectTarget({ url: 'https://example.org/a' }, 'webhook', []), 'https://example.org/a');
  });

  it('is asked for in the field of its type, whatever another field holds', () => {
    const url = 'https://example.org/a';
    for (const [sent, kind, said] of [
      [
        { address: url },
        'webhook',
        'url: a channel of type webhook needs the field url, not address',
      ],
      [{}, 'slack', 'url: a channel of type slack needs the field url'],
      [{ url }, 'email', 'address: a channel of type email needs the field address, not url'],
      [{ address: url }, 'email', 'address: expected a mail address'],
    ] as const)
      throws(() => expectTarget(sent, kind, []), detail(said));
  });
});
