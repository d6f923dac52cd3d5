import { equal, ok } from 'node:assert/strict';
import { verificationCode } from '../../domain/accounts/verification-code.ts';
import { recordsFrom } from '../../platform/consumers/records-from.ts';
import { sessionId } from '../../schemas/ids.ts';
import { topics } from '../../schemas/topics.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';

onBothEngines('personal data', function (start) {
  this.timeout(120_000);
  let tidemark: WholeTidemark;

  before(async function () {
    tidemark = await start(this);
  });
  after(() => tidemark?.close());

  it('is sealed in every command and every event', async () => {
    const email = 'private.person+tag@secret.example';
    const service = 'a-findable-service';
    for (const organization_name of ['Hidden Widgets', 'Hidden Again']) {
      const { body } = await tidemark.post('/v1/integrate/register', {
        email,
        service_name: service,
        name: 'Priva Te',
        organization_name,
        source_metadata: { version: '1', workstation: 'hidden-machine' },
      });
      const session = sessionId(String(body.session_id));
      const code = await verificationCode(session, tidemark.platform.keyring);
      const verified = await tidemark.post('/v1/integrate/verify', { session_id: session, code });
      equal(verified.status, 200);
    }
    const texts = [...(await allCommands()), ...(await allEvents())];
    ok(texts.filter(text => text.includes(service)).length >= 4, 'expected to find what is clear');
    for (const secret of ['private.person', 'secret.example', 'Priva', 'Hidden', 'hidden-machine'])
      equal(
        texts.find(text => text.includes(secret)),
        undefined,
      );
  });

  async function allEvents(): Promise<readonly string[]> {
    const { eventStore } = tidemark.platform;
    const head = await eventStore.head();
    const texts: string[] = [];
    const { signal } = new AbortController();
    for await (const batch of eventStore.subscribe({ after: -1, signal })) {
      texts.push(...batch.events.map(event => JSON.stringify(event)));
      if (batch.position >= head) break;
    }
    return texts;
  }

  async function allCommands(): Promise<readonly string[]> {
    const { topicLog } = tidemark.platform;
    const limits = { recordsMax: 1_000, bytesMax: 1_000_000 };
    const partitions = await topicLog.partitions(topics.commands);
    const texts: string[] = [];
    for (let partition = 0; partition < partitions; partition++) {
      const place = { partition, offset: 0 };
      for await (const { key, headers, value } of recordsFrom(
        topics.commands,
        place,
        limits,
        topicLog,
      ))
        texts.push(JSON.stringify([key, headers, Buffer.from(value).toString()]));
    }
    return texts;
  }
});
