import { deepEqual } from 'node:assert/strict';
import { openLog } from '../../platform/log.ts';
import { openMetrics } from '../../platform/metrics/registry.ts';
import { OutboundFailure } from '../../platform/outbound/failure.ts';
import type { Outbound, OutboundResponse } from '../../platform/outbound/request.ts';
import { organizationId } from '../../schemas/ids.ts';
import { openAttemptCounter } from '../../services/notifier/attempts.ts';
import { sendPost } from '../../services/notifier/send-post.ts';

const log = openLog({ level: 'silent', pretty: false });

describe('attempts to deliver to a channel', () => {
  it('are counted by what came of them', async () => {
    const metrics = openMetrics();
    const onAttempt = openAttemptCounter(metrics);
    const answers = [
      { status: 204 },
      { status: 503 },
      { status: 404 },
      new OutboundFailure('connection', 'nobody answers'),
    ];
    for (const answer of answers) {
      const send = async (): Promise<OutboundResponse> => {
        if (answer instanceof Error) throw answer;
        const body = { body: Buffer.alloc(0), isCut: false, isUnread: false };
        return { ...answer, ...body, headers: {}, isPrivateTarget: false };
      };
      const outbound: Pick<Outbound, 'inTurn'> = { inTurn: (_, work) => work(send) };
      const post = { id: '1', url: 'https://example.com', body: '{}' };
      const sender = { organizationId: organizationId('o'), signal: new AbortController().signal };
      await sendPost(post, sender, { outbound, log, now: Date.now, onAttempt });
    }
    const text = await metrics.expose();
    deepEqual(text.match(/^tidemark_delivery_attempts_total\{via="channel".*$/gm), [
      'tidemark_delivery_attempts_total{via="channel",outcome="delivered"} 1',
      'tidemark_delivery_attempts_total{via="channel",outcome="retrying"} 2',
      'tidemark_delivery_attempts_total{via="channel",outcome="failed"} 1',
    ]);
  });
});
