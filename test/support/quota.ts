import { randomUuid } from '../../platform/uuid.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { organizationId } from '../../schemas/ids.ts';
import type { WholeTidemark } from './cluster.ts';
import { type Answer, freshSpan, senderTo } from './otel-send.ts';
import { body, traces } from './otlp.ts';
import { until } from './until.ts';

export type Customer = Awaited<ReturnType<typeof customerOf>>;

/** Somebody with an organization and a mailbox of their own, who sends traces of one span and watches the quota. */
export async function customerOf(tidemark: WholeTidemark, name: string, now = Date.now) {
  const email = `${name}-${randomUuid()}@example.org`;
  const { key, verified } = await tidemark.account(email, 'checkout');
  const organization: OrganizationId = organizationId(String(verified.body.organization_id));
  const sender = senderTo(tidemark, key);
  const traceBody = (count: number) =>
    traces(Array.from({ length: count }, () => freshSpan({}, now())));
  const subscription = async () =>
    (await tidemark.get<ResponseOf<'subscription'>>('/v1/billing/subscription', key)).body;
  return {
    email,
    key,
    organization,
    subscription,
    post: sender.send,
    /** So many traces in one request. */
    send: (count = 1): Promise<Answer> => sender.send(body(traceBody(count), 'json')),
    sendProtobuf: (count = 1): Promise<Answer> =>
      sender.send(body(traceBody(count), 'protobuf'), {
        'Content-Type': 'application/x-protobuf',
      }),
    /** Sends single traces until one is refused, and gives how many were accepted. */
    sendUntilRefused: async (): Promise<number> => {
      let accepted = 0;
      await until('a trace to be refused', async () => {
        const answer = await sender.send(body(traceBody(1), 'json'));
        const isRefused = answer.bytes.toString().includes('rejectedSpans');
        if (!isRefused) accepted++;
        return isRefused;
      });
      return accepted;
    },
    /** What mails said of the quota; the others brought codes. */
    notices: async (): Promise<readonly string[]> =>
      (await tidemark.mailsTo(email)).filter(subject => subject.includes('quota')),
  };
}
