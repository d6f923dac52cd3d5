import { deepEqual, equal } from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { verificationCode } from '../../domain/accounts/verification-code.ts';
import { randomUuid } from '../../platform/uuid.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { sessionId } from '../../schemas/ids.ts';
import { violationsOf } from '../support/accessibility.ts';
import { browserOrSkip } from '../support/browser.ts';
import { isOff } from '../support/is-off.ts';
import { peopleOf, type SignedIn } from '../support/member-client.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { until } from '../support/until.ts';
import { visiting } from '../support/visiting.ts';
import { visitorOf } from '../support/visitor.ts';

describe('the page of the people of an organization', function () {
  this.timeout(120_000);
  let browser: Browser;
  let server: ObservedServer;
  let people: Awaited<ReturnType<typeof peopleOf>>;
  let ada: SignedIn;

  before(async function () {
    browser = await browserOrSkip(this);
    server = await startObservedServer();
    people = await peopleOf(server);
    ada = await people.come(people.email);
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  const visit = visiting(() => ({ browser, server, ada }));

  it('invites somebody, who comes by the link of the mail and may what the role says', async () => {
    const email = `bob-${randomUuid()}@example.org`;
    const visitor = await visit();
    const { page, open, complaints } = visitor;
    await open('/members');
    await page.getByRole('button', { name: 'Invite' }).click();
    const form = page.getByRole('dialog', { name: 'Invite' });
    deepEqual(await violationsOf(visitor), [], 'the form');
    await form.getByLabel('Mail address').fill(email);
    await form.getByLabel('Role').selectOption('viewer');
    await form.getByRole('button', { name: 'Mail the invitation' }).click();
    const row = page.getByRole('row', { name: new RegExp(email, 'u') });
    await row.getByText('invited').waitFor();
    deepEqual(await violationsOf(visitor), [], 'the page');

    const invited = await visitorOf(browser, server.url);
    await invited.page.goto(`${server.url}/?join=${people.organization}`);
    await invited.page.getByLabel('Mail address').fill(email);
    const asked = invited.page.waitForResponse(/\/v1\/sessions$/u);
    await invited.page.getByRole('button', { name: 'Mail me a code' }).click();
    const { session_id: id } = (await (await asked).json()) as ResponseOf<'requestSession'>;
    const code = await verificationCode(sessionId(id), server.platform.keyring);
    await invited.page.getByLabel('Code').fill(code);
    await invited.page.getByRole('button', { name: 'Sign in' }).click();
    await invited.page.getByRole('link', { name: 'Members' }).click();
    await isOff(invited.page.getByRole('button', { name: 'Invite' }));
    await invited.page.getByRole('link', { name: 'API keys' }).click();
    await isOff(invited.page.getByRole('button', { name: 'New key' }));

    await open('/members');
    await row.getByText('active').waitFor();
    await row.getByRole('button', { name: 'Change role' }).click();
    const question = page.getByRole('dialog', { name: 'Change role' });
    await question.getByLabel('Role').selectOption('member');
    await question.getByRole('button', { name: 'Change role' }).click();
    await row.getByRole('cell', { name: 'member', exact: true }).waitFor();
    await row.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByLabel('People').selectOption('removed');
    await row.getByText('removed').waitFor();
    deepEqual(complaints, []);
  });

  it('signs out who leaves, and names who did something', async () => {
    const carol = await people.join(ada, 'owner');
    const name = `Harbor ${randomUuid()}`;
    const renamed = () =>
      people.ask('PATCH', '/v1/organization', { key: carol.key, body: { name } });
    await until('the role', async () => (await renamed()).status === 200);
    await server.caughtUp();
    const asAda = await visit();
    await asAda.open('/history');
    await asAda.page.getByRole('link', { name: carol.email }).first().waitFor();

    const { page, open } = await visit({ key: carol.key });
    await open('/members');
    await page
      .getByRole('row', { name: new RegExp(carol.email, 'u') })
      .getByText('you')
      .waitFor();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('button', { name: 'Mail me a code' }).waitFor();
    equal((await server.get('/v1/me', carol.key)).status, 401);
  });

  it('shows people to an API key, and lets it decide about nobody', async () => {
    const { page, open } = await visit({ key: people.first });
    await open('/members');
    await page
      .getByRole('row', { name: /active/u })
      .first()
      .waitFor();
    await isOff(page.getByRole('button', { name: 'Invite' }));
    await isOff(page.getByRole('button', { name: 'Change role' }).first());
  });
});
