import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { verificationCode } from '../../domain/accounts/verification-code.ts';
import { sessionId } from '../../schemas/ids.ts';
import { violationsOf } from '../support/accessibility.ts';
import { keyOwner } from '../support/api-keys.ts';
import { browserOrSkip } from '../support/browser.ts';
import { mcpStatus, openRawClient, type RawClient, sessionOf } from '../support/oauth-client.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { until } from '../support/until.ts';
import { visitorOf } from '../support/visitor.ts';

/** A client on the machine of the browser: the browser is sent there with the decision of the person. */
async function openCallback() {
  const heard: URL[] = [];
  const server = createServer((request, response) => {
    heard.push(new URL(request.url ?? '', 'http://127.0.0.1'));
    response.setHeader('Content-Type', 'text/html').end('<link rel="icon" href="data:,">Go on');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    uri: `http://127.0.0.1:${port}/callback`,
    answer: () => until('the answer', () => heard.find(({ pathname }) => pathname === '/callback')),
    heard,
    close: () => new Promise(resolve => server.close(resolve).closeAllConnections()),
  };
}

describe('the page on which a person allows a remote client', function () {
  this.timeout(120_000);
  let browser: Browser;
  let server: ObservedServer;
  let ada: Awaited<ReturnType<typeof keyOwner>>;
  let session: string;
  let callback: Awaited<ReturnType<typeof openCallback>>;
  let client: RawClient;

  before(async function () {
    browser = await browserOrSkip(this);
    server = await startObservedServer();
    ada = await keyOwner(server);
    session = await sessionOf(server, ada);
  });
  beforeEach(async () => {
    callback = await openCallback();
    client = await openRawClient(server, callback.uri);
  });
  afterEach(() => callback.close());
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  const pathOf = (link: URL): string => link.pathname + link.search;

  it('signs a person in first, and comes back to the question', async () => {
    const visitor = await visitorOf(browser, server.url);
    const { page, arrive } = visitor;
    const { link, verifier } = client.link();
    await arrive(pathOf(link));
    await page.getByLabel('Mail address').fill(ada.email);
    const [response] = await Promise.all([
      page.waitForResponse(each => each.url().endsWith('/v1/sessions')),
      page.getByRole('button', { name: 'Mail me a code' }).click(),
    ]);
    const { session_id: id } = (await response.json()) as { session_id: string };
    const code = await verificationCode(sessionId(id), server.platform.keyring);
    await page.getByLabel('Code').fill(code);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Allow Raw client to use Tidemark?' }).waitFor();
    await page.getByText('Read and act').click();
    await page.getByRole('button', { name: 'Allow' }).click();
    const { searchParams } = await callback.answer();
    equal(searchParams.get('state'), link.searchParams.get('state'));
    const { body } = await client.exchange(searchParams.get('code') ?? '', verifier);
    equal(body.scope, 'read act');
    equal(await mcpStatus(server.url, body.access_token), 200);
    await visitor.close();
  });

  for (const theme of ['light', 'dark'] as const)
    for (const width of [1_440, 320])
      it(`says who asks for what, and can be used by everybody, ${theme}, ${width} wide`, async () => {
        const visitor = await visitorOf(browser, server.url, { key: session, theme, width });
        const { page, open, complaints } = visitor;
        await open(pathOf(client.link().link));
        await page.getByText('a program on this computer').waitFor();
        deepEqual(await violationsOf(visitor), []);
        equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
        ok(await page.locator('input[value=read]').isChecked(), 'the least is chosen');
        if (process.env.TEST_SHOW !== undefined)
          await page.screenshot({ path: `${process.env.TEST_SHOW}/${theme}-${width}.png` });
        deepEqual(complaints, []);
        await visitor.close();
      });

  it('tells the client when it is denied, and gives it nothing', async () => {
    const visitor = await visitorOf(browser, server.url, { key: session });
    const { page, open, takeRequests } = visitor;
    const { link } = client.link();
    await open(pathOf(link));
    takeRequests();
    await page.getByRole('button', { name: 'Deny' }).click();
    const answer = Object.fromEntries((await callback.answer()).searchParams);
    deepEqual(answer, {
      error: 'access_denied',
      state: link.searchParams.get('state'),
      iss: server.url,
    });
    deepEqual(
      takeRequests().filter(request => request.startsWith('POST')),
      [],
    );
    await visitor.close();
  });

  it('sends nobody to an address that the client did not register', async () => {
    const visitor = await visitorOf(browser, server.url, { key: session });
    const { page, arrive } = visitor;
    const elsewhere = callback.uri.replace('/callback', '/elsewhere');
    await arrive(pathOf(client.link({ redirect_uri: elsewhere }).link));
    await page.getByRole('heading', { name: 'This link is not safe to follow' }).waitFor();
    equal(await page.getByRole('button').count(), 0);
    deepEqual(await violationsOf(visitor), []);
    deepEqual(callback.heard, []);
    await visitor.close();
  });

  it('waits for the person before it tells the client what it asks wrongly', async () => {
    const visitor = await visitorOf(browser, server.url, { key: session });
    const { page, open } = visitor;
    await open(pathOf(client.link({ code_challenge_method: 'plain' }).link));
    await page.getByText(/^Expected a code_challenge/u).waitFor();
    deepEqual(await violationsOf(visitor), []);
    deepEqual(callback.heard, []);
    await page.getByRole('button', { name: 'Go back' }).click();
    equal((await callback.answer()).searchParams.get('error'), 'invalid_request');
    await visitor.close();
  });

  it('asks who is signed in with an API key to sign in as a person', async () => {
    const visitor = await visitorOf(browser, server.url, { key: ada.first });
    const { page, open, complaints } = visitor;
    await open(pathOf(client.link().link));
    await page.getByRole('button', { name: 'Sign in by mail' }).click();
    await page.getByLabel('Mail address').waitFor();
    match(page.url(), /\/oauth\/authorize\?/u);
    deepEqual(complaints, []);
    await visitor.close();
  });

  it('is followed by a list, in which the person takes it back', async () => {
    const visitor = await visitorOf(browser, server.url, { key: session });
    const { page, open, complaints } = visitor;
    const { link, verifier } = client.link();
    await open(pathOf(link));
    await page.getByRole('button', { name: 'Allow' }).click();
    const { searchParams } = await callback.answer();
    await page.getByText('Go on').waitFor();
    const { body } = await client.exchange(searchParams.get('code') ?? '', verifier);
    await open('/keys');
    const row = page.getByRole('row', { name: new RegExp(new URL(callback.uri).host, 'u') });
    await row.getByText('active').waitFor();
    deepEqual(await violationsOf(visitor), []);
    if (process.env.TEST_SHOW !== undefined)
      await page.screenshot({ path: `${process.env.TEST_SHOW}/keys.png`, fullPage: true });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page
      .getByRole('dialog', { name: 'Revoke' })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await row.waitFor({ state: 'detached' });
    equal(await mcpStatus(server.url, body.access_token), 401);
    deepEqual(
      complaints.filter(complaint => !complaint.startsWith('a request elsewhere')),
      [],
    );
    await visitor.close();
  });
});
