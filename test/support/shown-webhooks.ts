import type { WholeTidemark } from './cluster.ts';
import { postAs } from './post-as.ts';
import type { Reader } from './reader.ts';
import { hostileTexts } from './shown-shop.ts';

/** Webhooks whose deliveries fail, and channels, with usual texts and such that do harm. */
export async function shownWebhooks(server: WholeTidemark, ada: Reader) {
  const post = postAs(server, ada);
  const created = [];
  for (const [name, description] of [
    ['Incidents', null],
    [hostileTexts.message.repeat(4), hostileTexts.operation.slice(0, 2_000)],
  ]) {
    const { id } = await post<'createWebhook'>('/v1/webhooks', {
      name,
      description,
      url: `https://hooks.example.invalid/${'long/'.repeat(200)}`,
      events: ['alert.triggered', 'alert.resolved'],
    });
    await post(`/v1/webhooks/${id}/test`, { event: 'alert.triggered' });
    created.push(id);
  }
  for (const name of ['Operators', hostileTexts.message.repeat(4)])
    await post('/v1/channels', { name, type: 'webhook', url: 'https://hooks.example.invalid/' });
  return [
    '/webhooks',
    ...created.map(id => `/webhooks/${id}`),
    `/webhooks/${created[0]}?status=delivered`,
    '/channels',
  ];
}
