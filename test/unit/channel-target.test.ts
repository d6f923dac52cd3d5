import { equal, throws } from 'node:assert/strict';
import { keyedTargetText } from '../../domain/channels/keyed-target.ts';
import { expectTarget, targetOf } from '../../services/ingest-api/channels/channel-target.ts';

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

  it('is a key with its API for services that know it by a key', () => {
    const key = 'R0123456789abcdefghijklmnopqrstu';
    equal(expectTarget({ key }, 'pagerduty', []), keyedTargetText({ key, region: 'us' }));
    const url = 'https://events.example.org';
    equal(expectTarget({ key, url }, 'pagerduty', []), keyedTargetText({ key, url }));
    for (const [sent, said] of [
      [{}, 'key: a channel of type opsgenie needs the field key'],
      [{ url }, 'key: a channel of type opsgenie needs the field key'],
      [
        { key: 'with a\r\nline' },
        'key: expected the key of an API integration: 16 to 100 letters, digits, - and _',
      ],
      [{ key, region: 'eu', url }, 'url: expected region or url, not both'],
      [{ key, url: `${url}/?a=b` }, 'url: expected a base URL, without ? and #'],
    ] as const)
      throws(() => expectTarget(sent, 'opsgenie', []), detail(said));
  });

  it('keeps its API when the key alone changes, and needs the key for another API', () => {
    const key = 'a'.repeat(32);
    const rules = { kind: 'opsgenie', allow: [] } as const;
    for (const place of [{ region: 'eu' }, { url: 'https://proxy.example.org' }] as const) {
      const stored = keyedTargetText({ key: 'b'.repeat(32), ...place });
      equal(targetOf({ key }, { ...rules, stored }), keyedTargetText({ key, ...place }));
      equal(
        targetOf({ key, region: 'us' }, { ...rules, stored }),
        keyedTargetText({ key, region: 'us' }),
      );
      equal(targetOf({}, { ...rules, stored }), undefined);
      throws(
        () => targetOf({ region: 'us' }, { ...rules, stored }),
        detail('key: to change region or url, send the key again'),
      );
    }
  });
});
