import { deepEqual, equal, ok } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import type { Platform } from '../../services/open.ts';
import { startObservedServer } from '../support/observed-server.ts';
import { until } from '../support/until.ts';
import { type WebhookCustomer, webhookCustomer } from '../support/webhook-client.ts';

type Delivery = ResponseOf<'getWebhookDelivery'>;

const responseOf = (status: number): string => `${status} ${'é'.repeat(5_000)}`;

describe('responses to webhook deliveries', function () {
  this.timeout(120_000);
  let tidemark: Awaited<ReturnType<typeof startObservedServer>>;
  let ada: WebhookCustomer;
  let isPublic = true;
  let url = '';
  const statuses: number[] = [];
  const receiver = createServer((request, response) => {
    request.resume();
    const status = statuses.shift() ?? 200;
    response.writeHead(status).end(responseOf(status));
  });

  before(async () => {
    await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    tidemark = await startObservedServer({
      environment: { TIDEMARK_OUTBOUND_ALLOW: '127.0.0.0/8' },
      decoratePorts: platform => ({ ...platform, outbound: asPublic(platform) }),
    });
    ada = await webhookCustomer(tidemark, 'ada');
  });
  after(async () => {
    receiver.closeAllConnections();
    receiver.close();
    await tidemark?.close();
  });

  /** The receiver as if it were at a public address, which a test cannot have. */
  const asPublic = ({ outbound }: Platform): Platform['outbound'] => ({
    ...outbound,
    inTurn: (sender, work) =>
      outbound.inTurn(sender, send =>
        work(async request => ({ ...(await send(request)), isPrivateTarget: !isPublic })),
      ),
  });
  const tested = async (id: string) => {
    const { body } = await ada.call('POST', `/v1/webhooks/${id}/test`, {});
    return `/v1/webhooks/${id}/deliveries/${body.delivery_id}`;
  };
  const delivered = (path: string) =>
    until('its delivery', async () => {
      const { status, body } = await ada.call('GET', path);
      const delivery = body as unknown as Delivery;
      return status === 200 && delivery.status === 'delivered' && delivery;
    });

  it('are kept by attempt, the first 4 KiB of each, with the delivery alone', async () => {
    statuses.push(500);
    const { id } = await ada.createWebhook({ url });
    const path = await tested(id);
    await delivered(path);
    const attempts = await until('the responses', async () => {
      const found = (await ada.get<Delivery>(path)).attempts;
      return found.every(({ response }) => response !== null) && found;
    });
    deepEqual(
      attempts.map(({ status, response }) => [status, response]),
      [500, 200].map(status => [status, `${status} ${'é'.repeat(2_046)}`]),
    );
    const [listed] = await ada.deliveriesOf(id);
    ok(listed?.attempts.every(attempt => !('response' in attempt)));
    const metrics = await (await fetch(`${tidemark.url}/metrics`)).text();
    const counts = metrics.match(/^tidemark_delivery_attempts_total\{via="webhook".*$/gm);
    deepEqual(
      counts,
      Object.entries({ delivered: 1, retrying: 1, failed: 0 }).map(
        ([outcome, count]) =>
          `tidemark_delivery_attempts_total{via="webhook",outcome="${outcome}"} ${count}`,
      ),
    );
  });

  it('are not shown of an address that only TIDEMARK_OUTBOUND_ALLOW permits', async () => {
    isPublic = false;
    const { id } = await ada.createWebhook({ url });
    const { attempts } = await delivered(await tested(id));
    // What comes later and may be seen is stored, so the one before would be too.
    isPublic = true;
    const later = await tested(id);
    await delivered(later);
    await until('a response', async () =>
      (await ada.get<Delivery>(later)).attempts.every(({ response }) => response !== null),
    );
    const [first] = (await ada.deliveriesOf(id)).slice(-1);
    const shown = await ada.get<Delivery>(`/v1/webhooks/${id}/deliveries/${first?.id}`);
    deepEqual(
      shown.attempts.map(({ status, response }) => [status, response]),
      [[200, null]],
    );
    equal(attempts.length, 1);
  });
});
