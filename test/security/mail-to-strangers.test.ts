import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import { mailAllowances } from '../../schemas/channels/mail-counts.ts';
import type { ChannelBody } from '../../schemas/channels/routes.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { type AlertCustomer, alertCustomer } from '../support/alert-client.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { linkIn, messagesTo } from '../support/outbox.ts';
import { until } from '../support/until.ts';

const oneClick = {
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: 'List-Unsubscribe=One-Click',
};

/** Many more than any limit allows. */
const channelsAtOnce = 20;

onBothEngines('mail to the address of a stranger', function (start) {
  this.timeout(240_000);
  let tidemark: WholeTidemark;
  let ada: AlertCustomer;

  before(async function () {
    tidemark = await start(this);
    ada = await alertCustomer(tidemark, 'ada');
  });
  after(() => tidemark?.close());

  const strangerOf = (name: string): string => `${name}-${randomUuid()}@stranger.example`;
  const mailsTo = (address: string) => messagesTo(tidemark.dataDirs(), address);
  const create = (customer: AlertCustomer, address: string) =>
    customer.call('POST', '/v1/channels', { name: 'On call', type: 'email', address });
  const channelOf = (answer: { readonly body: unknown }) => answer.body as ChannelBody;
  const stateOf = async (customer: AlertCustomer, id: string) =>
    (await customer.get<ChannelBody>(`/v1/channels/${id}`)).status;
  const linkTo = async (address: string, page: 'confirm' | 'unsubscribe'): Promise<string> =>
    until(`a link to ${page}`, async () => {
      const links = (await mailsTo(address)).map(mail => linkIn(mail, page));
      const link = links.findLast(one => one !== undefined);
      return link && `${tidemark.url}${new URL(link).pathname}`;
    });

  /** Mails that were requested before are sent when those of the last requests are. */
  const mailsAreSent = async (): Promise<void> => {
    const last = await alertCustomer(tidemark, 'last');
    const [own] = (await last.get<{ channels: ChannelBody[] }>('/v1/channels')).channels;
    equal((await last.call('POST', `/v1/channels/${own?.id}/test`)).status, 202);
    await until('a test', async () =>
      (await mailsTo(last.email)).some(mail => mail.includes('Test of a Tidemark channel')),
    );
  };

  /** A channel of the stranger that gets notices. */
  const confirmed = async (customer: AlertCustomer, address: string): Promise<string> => {
    const { id } = channelOf(await create(customer, address));
    equal((await fetch(await linkTo(address, 'confirm'), { method: 'POST' })).status, 200);
    return id;
  };

  const fire = async (customer: AlertCustomer, channel: string) => {
    const rule = await customer.create({ cooldown: 0, no_data: 'ignore', channel_ids: [channel] });
    await customer.adopt(rule.id);
    await customer.raise(rule.id, 0);
    const { id } = await customer.alertOf(rule.id, 'firing');
    const path = `/v1/alerts/${id}/notices`;
    return until(
      'a notice',
      async () => {
        const { notices } = await customer.get<ResponseOf<'alertNotices'>>(path);
        return notices.find(({ result }) => result === 'sent' || result === 'withheld');
      },
      90_000,
    );
  };

  /** Creates, tests and deletes as fast as it can; gives the statuses of all requests. */
  const flood = async (customer: AlertCustomer, addresses: readonly string[]) => {
    const statuses: number[] = [];
    const created = await Promise.all(addresses.map(address => create(customer, address)));
    const ids = created.flatMap(({ body }) => channelOf({ body }).id ?? []);
    for (const id of ids)
      statuses.push((await customer.call('POST', `/v1/channels/${id}/test`)).status);
    await mailsAreSent();
    for (const id of ids)
      statuses.push((await customer.call('DELETE', `/v1/channels/${id}`)).status);
    return [...created.map(({ status }) => status), ...statuses];
  };

  const tagged = (address: string) =>
    Array.from({ length: channelsAtOnce }, (_, tag) => address.replace('@', `+${tag}@`));

  const allMailsTo = async (address: string): Promise<readonly string[]> => {
    const found = await Promise.all([address, ...tagged(address)].map(mailsTo));
    return found.flat();
  };

  it('is a few confirmations a day, however often one organization creates, tests and deletes', async () => {
    const eve = await alertCustomer(tidemark, 'eve');
    const victim = strangerOf('victim');
    const statuses = [
      ...(await flood(
        eve,
        Array.from({ length: channelsAtOnce }, () => victim),
      )),
      ...(await flood(eve, tagged(victim))),
    ];
    const mails = await allMailsTo(victim);
    ok(mails.length <= mailAllowances.confirmations.mailboxShareMax, `${mails.length} mails`);
    ok(mails.length > 0);
    ok(!mails.some(mail => mail.includes('Test of a Tidemark channel')));
    deepEqual([...new Set(statuses)].sort(), [200, 201, 409, 429]);
  });

  it('is as little from several organizations together, also to addresses with tags', async () => {
    const victim = strangerOf('victim');
    const attackers = await Promise.all(
      ['e1', 'e2', 'e3', 'e4'].map(name => alertCustomer(tidemark, name)),
    );
    await Promise.all(attackers.map(attacker => flood(attacker, [victim, ...tagged(victim)])));
    const mails = await allMailsTo(victim);
    equal(mails.length, mailAllowances.confirmations.mailboxMax);
  });

  it('is bounded by organization over all addresses', async () => {
    const eve = await alertCustomer(tidemark, 'eve');
    const { organizationMax } = mailAllowances.confirmations;
    const answers: Awaited<ReturnType<typeof create>>[] = [];
    // One after the other: a slow machine decides so many at once after the deadline of their clients.
    for (let n = 0; n < organizationMax + 5; n++)
      answers.push(await create(eve, strangerOf('many')));
    equal(answers.filter(({ status }) => status === 201).length, organizationMax);
    const refused = answers.find(({ status }) => status !== 201);
    deepEqual([refused?.status, refused?.body.code], [429, 'too_many_mails']);
  });

  it('waits for a click on the link, which opening the page is not', async () => {
    const address = strangerOf('friend');
    const channel = channelOf(await create(ada, address));
    equal(channel.status, 'unconfirmed');
    const early = await ada.call('POST', `/v1/channels/${channel.id}/test`);
    deepEqual([early.status, early.body.code], [409, 'address_unconfirmed']);
    const withheld = await fire(ada, channel.id);
    deepEqual([withheld.result, withheld.reason], ['withheld', 'channel_unconfirmed']);
    const link = await linkTo(address, 'confirm');
    const page = await fetch(link);
    equal(page.status, 200);
    match(page.headers.get('Content-Security-Policy') ?? '', /^default-src 'none'; /);
    match(await page.text(), /<button type="submit">/);
    equal(await stateOf(ada, channel.id), 'unconfirmed');
    equal((await mailsTo(address)).length, 1);
    equal((await fetch(link, { method: 'POST' })).status, 200);
    equal(await stateOf(ada, channel.id), 'ready');
    equal((await ada.call('POST', `/v1/channels/${channel.id}/test`)).status, 202);
    const other = channelOf(await create(ada, address));
    equal(other.status, 'ready');
    const confirmations = (await mailsTo(address)).filter(mail => linkIn(mail, 'confirm'));
    equal(confirmations.length, 1);
  });

  it('ends when the stranger unsubscribes, and deleting the channel does not begin it again', async () => {
    const address = strangerOf('tired');
    const id = await confirmed(ada, address);
    equal((await fire(ada, id)).result, 'sent');
    const notice = (await mailsTo(address)).at(-1) ?? '';
    match(notice, /^List-Unsubscribe:\s+<http/m);
    match(notice, /\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n/);
    const link = await linkTo(address, 'unsubscribe');
    equal((await fetch(link)).status, 200);
    equal(await stateOf(ada, id), 'ready');
    equal((await ada.call('DELETE', `/v1/channels/${id}`)).status, 200);
    const next = channelOf(await create(ada, address));
    equal(next.status, 'ready');
    for (const _ of [1, 2]) equal((await fetch(link, oneClick)).status, 200);
    equal(await stateOf(ada, next.id), 'unsubscribed');
    const withheld = await fire(ada, next.id);
    deepEqual([withheld.result, withheld.reason], ['withheld', 'unsubscribed']);
    equal((await ada.call('POST', `/v1/channels/${next.id}/test`)).status, 409);
    const before = (await mailsTo(address)).length;
    const again = await create(ada, address);
    deepEqual([again.status, again.body.code], [409, 'address_unsubscribed']);
    await mailsAreSent();
    equal((await mailsTo(address)).length, before);
    const { events } = await ada.get<ResponseOf<'audit'>>('/v1/audit?resource=recipient');
    ok(events.some(({ type }) => type === 'ChannelAddressUnsubscribed'));
    ok(events.some(({ type }) => type === 'ChannelAddressConfirmed'));
  });

  it('is sent to a member at once, whose link disables the channel', async () => {
    const [own] = (await ada.get<{ channels: ChannelBody[] }>('/v1/channels')).channels;
    const added = channelOf(await create(ada, ada.email));
    deepEqual([own?.status, added.status], ['ready', 'ready']);
    equal((await ada.call('POST', `/v1/channels/${added.id}/test`)).status, 202);
    const link = await linkTo(ada.email, 'unsubscribe');
    match(await (await fetch(link)).text(), /<button type="submit">/);
    equal((await fetch(link, oneClick)).status, 200);
    const { enabled, status } = await ada.get<ChannelBody>(`/v1/channels/${added.id}`);
    deepEqual([enabled, status], [false, 'ready']);
    equal((await ada.get<ChannelBody>(`/v1/channels/${own?.id}`)).enabled, true);
  });

  it('takes no link that was made up, used or is of a channel that is gone', async () => {
    const address = strangerOf('gone');
    const { id } = channelOf(await create(ada, address));
    const link = await linkTo(address, 'confirm');
    for (const made of [link.slice(0, -2), `${link}A`, link.replace(/.$/u, '!')])
      for (const method of ['GET', 'POST']) equal((await fetch(made, { method })).status, 404);
    equal((await ada.call('DELETE', `/v1/channels/${id}`)).status, 200);
    equal((await fetch(link, { method: 'POST' })).status, 404);
    const swapped = link.replace('/confirm/', '/unsubscribe/');
    equal((await fetch(swapped, oneClick)).status, 404);
  });
});
