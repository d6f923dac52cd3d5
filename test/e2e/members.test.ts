import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import { examples } from '../../schemas/alerts/examples.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { peopleOf, type SignedIn } from '../support/member-client.ts';
import { until } from '../support/until.ts';

onBothEngines('the people of an organization', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let people: Awaited<ReturnType<typeof peopleOf>>;
  let ada: SignedIn;

  before(async function () {
    tidemark = await start(this);
    people = await peopleOf(tidemark);
    ada = await people.come(people.email);
  });
  after(() => tidemark?.close());

  const refusalOf = async (
    method: string,
    path: string,
    { key }: SignedIn,
    body?: object,
  ): Promise<string> => {
    const answer = await people.ask<{ code?: string }>(method, path, { key, body });
    return `${answer.status} ${answer.body.code ?? ''}`.trim();
  };

  it('begin with who registered, as an owner', async () => {
    const [first, ...others] = await people.members(ada);
    deepEqual(others, []);
    const { joined_at: joined, email_hint: hint, ...rest } = first ?? ({} as never);
    deepEqual(rest, {
      id: ada.id,
      email: people.email,
      role: 'owner',
      status: 'active',
      is_you: true,
      invited_by: null,
      invited_at: null,
      expires_at: null,
      removed_at: null,
    });
    match(String(hint), /^a.*@example\.org$/u);
    ok(Date.parse(String(joined)) > 0);
    const [asKey] = await people.members({ key: people.first });
    deepEqual([asKey?.email, asKey?.is_you, asKey?.email_hint], [null, false, hint]);
  });

  it('are invited by mail, and belong to it once they sign in', async () => {
    const email = `bob-${randomUuid()}@example.org`;
    const { status, body: invited } = await people.invite(ada, email);
    deepEqual([status, invited.status, invited.role], [201, 'invited', 'member']);
    equal(invited.invited_by, ada.id);
    await until('the mail', async () =>
      (await tidemark.mailsTo(email)).some(subject => subject.startsWith('You are invited')),
    );
    const { body } = await people.signIn(email);
    deepEqual([body.organization_id, body.user_id], [people.organization, invited.id]);
    const bob = { email, key: body.api_key ?? '', id: invited.id };
    const shown = await people.ask<ResponseOf<'getMember'>>(
      'GET',
      `/v1/members/${invited.id}`,
      bob,
    );
    deepEqual(
      [shown.body.status, shown.body.is_you, shown.body.expires_at],
      ['active', true, null],
    );
    const again = await people.invite(ada, email);
    deepEqual([again.status, again.body.code], [409, 'already_member']);
    const own = await people.invite(ada, people.email.toUpperCase());
    deepEqual([own.status, own.body.code], [409, 'already_member']);
  });

  it('get another mail for an open invitation, which can be taken back', async () => {
    const email = `carol-${randomUuid()}@example.org`;
    const first = await people.invite(ada, email, 'viewer');
    const second = await people.invite(ada, email, 'owner');
    deepEqual([second.body.id, second.body.role], [first.body.id, 'owner']);
    const mails = await until('two mails', async () => {
      const found = await tidemark.mailsTo(email);
      return found.length > 1 && found;
    });
    equal(mails.length, 2);
    equal((await people.remove(ada, first.body.id)).status, 200);
    equal(await refusalOf('GET', `/v1/members/${first.body.id}`, ada), '404 not_found');
    const refused = await people.signIn(email);
    deepEqual([refused.status, refused.body.code], [400, 'verification_code_invalid']);
  });

  it('get few invitations in one mailbox', async () => {
    const tagged = (tag: number) => `dave+${tag}@${mailDomain}.example.org`;
    const mailDomain = randomUuid();
    const sent = [];
    for (let tag = 0; tag < 6; tag++) sent.push((await people.invite(ada, tagged(tag))).status);
    deepEqual(sent, [201, 201, 201, 201, 201, 429]);
  });

  it('of the role member change what there is, and neither keys, money, people nor the name', async () => {
    const eve = await people.join(ada, 'member');
    equal(await refusalOf('POST', '/v1/alert-rules', eve, examples.createAlertRule.request), '201');
    const refused = [
      await refusalOf('POST', '/v1/api-keys', eve, { name: 'own', kind: 'live' }),
      await refusalOf('PATCH', '/v1/organization', eve, { name: 'Eve' }),
      await refusalOf('PATCH', '/v1/billing/subscription', eve, { over_quota: 'park' }),
      await refusalOf('POST', '/v1/members', eve, { email: 'x@example.org' }),
      await refusalOf('PATCH', `/v1/members/${eve.id}`, eve, { role: 'owner' }),
      await refusalOf('DELETE', `/v1/members/${ada.id}`, eve),
    ];
    deepEqual(refused, Array(6).fill('403 key_not_allowed'));
  });

  it('of the role viewer read, and no API key decides about people', async () => {
    const victor = await people.join(ada, 'viewer');
    equal(await refusalOf('GET', '/v1/alert-rules', victor), '200');
    equal(await refusalOf('POST', '/v1/alert-rules', victor, {}), '403 key_not_allowed');
    const me = await people.ask<ResponseOf<'me'>>('GET', '/v1/me', victor);
    deepEqual([me.body.key.kind, me.body.key.role], ['session', 'viewer']);
    const byKey = { ...victor, key: people.first };
    equal(
      await refusalOf('POST', '/v1/members', byKey, { email: 'x@example.org' }),
      '403 key_not_allowed',
    );
  });

  it('may at once what a new role may, and are the actor of what they did', async () => {
    const frank = await people.join(ada, 'viewer');
    equal((await people.change(ada, frank.id, 'owner')).body.role, 'owner');
    const name = `Frank ${randomUuid()}`;
    const renamed = () => refusalOf('PATCH', '/v1/organization', frank, { name });
    await until('the role everywhere', async () => (await renamed()) === '200');
    const query = `/v1/audit?type=OrganizationRenamed&actor=user:${frank.id}`;
    const { body } = await people.ask<ResponseOf<'audit'>>('GET', query, ada);
    deepEqual(body.events[0]?.actor, { type: 'user', id: frank.id });
    const told = await people.ask<ResponseOf<'audit'>>(
      'GET',
      `/v1/audit?kinds=account&type=MemberRoleChanged&actor=user:${ada.id}`,
      ada,
    );
    equal(told.body.events[0]?.summary, 'A person became owner');
    equal((await people.change(ada, frank.id, 'member')).status, 200);
    await until('the role everywhere', async () => (await renamed()) === '403 key_not_allowed');
  });

  it('are refused at once when they are removed, and come back as somebody new', async () => {
    const grace = await people.join(ada, 'member');
    equal((await people.remove(ada, grace.id)).status, 200);
    for (const path of ['/v1/me', '/v1/organization'])
      await until(
        'the end',
        async () => (await refusalOf('GET', path, grace)) === '401 invalid_api_key',
      );
    const gone = await people.members(ada, '?removed=true');
    equal(gone.find(({ id }) => id === grace.id)?.status, 'removed');
    ok((await people.members(ada)).every(({ id }) => id !== grace.id));
    equal((await people.invite(ada, grace.email, 'viewer')).status, 201);
    const back = await people.come(grace.email);
    ok(back.id !== grace.id);
    equal(await refusalOf('GET', '/v1/me', grace), '401 invalid_api_key');
  });

  it('are not touched from another organization', async () => {
    const other = await peopleOf(tidemark);
    const mallory = await other.come(other.email);
    equal(await refusalOf('GET', `/v1/members/${ada.id}`, mallory), '404 not_found');
    equal((await other.change(mallory, ada.id, 'viewer')).body.code, 'member_unknown');
    equal((await other.remove(mallory, ada.id)).body.code, 'member_unknown');
    const { body } = await other.invite(mallory, people.email, 'viewer');
    equal(body.status, 'invited');
    const signed = await people.signIn(people.email);
    deepEqual(
      [signed.body.organization_id, signed.body.organizations.map(({ is_invitation: is }) => is)],
      [people.organization, [false, true]],
    );
  });

  it('show as of a past instant who belonged to it', async () => {
    const before = new Date().toISOString();
    const henry = await people.join(ada, 'viewer');
    const past = await people.members(ada, `?as_of=${before}`);
    ok(past.every(({ id }) => id !== henry.id));
  });

  it('keep an owner; who registered may go once there is another one, and registers anew', async () => {
    const team = await peopleOf(tidemark);
    const founder = await team.come(team.email);
    const kept = [await team.leave(founder), await team.change(founder, founder.id, 'viewer')];
    deepEqual(
      kept.map(({ status, body }) => [status, body.code]),
      [
        [409, 'last_owner'],
        [409, 'last_owner'],
      ],
    );
    const heir = await team.join(founder, 'owner');
    equal((await team.change(heir, founder.id, 'viewer')).status, 200);
    const refused = await team.registerAgain(team.email);
    deepEqual([refused.status, refused.body.code], [403, 'not_an_owner']);
    equal((await team.leave(founder)).status, 200);
    await until('the end', async () =>
      (await refusalOf('GET', '/v1/me', founder)).startsWith('401'),
    );
    const { body } = await team.ask<ResponseOf<'organization'>>('GET', '/v1/organization', heir);
    match(String(body.owner_email_hint), /^o/u);
    const { status, body: anew } = await team.registerAgain(team.email);
    equal(status, 200);
    ok(anew.organization_id !== team.organization);
  });
});
