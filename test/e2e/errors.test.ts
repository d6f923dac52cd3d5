import { deepEqual, equal } from 'node:assert/strict';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { callApi } from '../support/api-call.ts';
import { keyOwner } from '../support/api-keys.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { freshSpan, senderTo } from '../support/otel-send.ts';
import { nanosOf, text } from '../support/otlp.ts';
import { until } from '../support/until.ts';

type List = ResponseOf<'listErrors'>;
type Group = List['errors'][number];
type Items = ResponseOf<'listTriageItems'>;

onBothEngines('errors', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let ada: Awaited<ReturnType<typeof keyOwner>>;

  before(async function () {
    tidemark = await start(this);
    ada = await keyOwner(tidemark, 'payments');
  });
  after(() => tidemark?.close());

  const fail = async (message: string, type = 'CardDeclined'): Promise<void> => {
    const exception = {
      name: 'exception',
      timeUnixNano: nanosOf(Date.now()),
      attributes: [
        text('exception.type', type),
        text('exception.message', message),
        text('exception.stacktrace', `${type}: ${message}\n    at charge (/app/charge.js:41:11)`),
      ],
    };
    const span = freshSpan({
      name: 'POST /charges',
      status: { code: 2 },
      events: [exception],
      startTimeUnixNano: nanosOf(Date.now() - 5),
      endTimeUnixNano: nanosOf(Date.now()),
    });
    await senderTo(tidemark, ada.first).sendSpans([span], { service: 'payments' });
    await tidemark.caughtUp();
  };

  const list = async (query = ''): Promise<List> => {
    const { status, body } = await tidemark.get<List>(`/v1/errors${query}`, ada.first);
    equal(status, 200, JSON.stringify(body));
    return body;
  };
  const ofType = async (type: string): Promise<Group> => {
    const found = (await list()).errors.find(one => one.error_type === type);
    if (found === undefined) throw new Error(`expected an error of type ${type}`);
    return found;
  };
  const act = async (id: string, action: string) => {
    const { status, body } = await callApi(tidemark.url, {
      method: 'POST',
      path: `/v1/errors/${id}/${action}`,
      key: ada.first,
    });
    return { status, body: body as ResponseOf<'resolveError'> };
  };
  const items = async (id: string): Promise<Items['items']> =>
    (await tidemark.get<Items>(`/v1/triage-inbox?type=error&entity_id=${id}`, ada.first)).body
      .items;

  it('are put together by what they have in common', async () => {
    await fail('card of customer 17 was declined');
    await fail('card of customer 4711 was declined');
    const one = await ofType('CardDeclined');
    deepEqual(
      [one.pattern, one.message, one.count, one.is_new, one.status],
      ['card of customer <n> was declined', 'card of customer 4711 was declined', 2, true, 'open'],
    );
    equal(one.top_frame, 'at charge (/app/charge.js:41:11)');
    const { body } = await tidemark.get<ResponseOf<'getError'>>(`/v1/errors/${one.id}`, ada.first);
    deepEqual(
      body.examples.map(({ message }) => message),
      ['card of customer 4711 was declined', 'card of customer 17 was declined'],
    );
    equal((await tidemark.get(`/v1/errors/${ada.organization}`, ada.first)).status, 404);
    equal((await tidemark.get('/v1/errors/none', ada.first)).status, 404);
  });

  it('come back after they were resolved, once, in the triage inbox too', async () => {
    await fail('out of paper', 'Printer');
    const { id } = await ofType('Printer');
    const resolved = await act(id, 'resolve');
    deepEqual([resolved.status, resolved.body.status], [200, 'resolved']);
    deepEqual((await act(id, 'resolve')).body, resolved.body);
    equal((await ofType('Printer')).status, 'resolved');
    deepEqual(await items(id), []);
    await fail('out of paper', 'Printer');
    equal((await ofType('Printer')).status, 'regressed');
    const [item] = await until('the item of the inbox', async () => {
      const found = await items(id);
      return found.length > 0 && found;
    });
    deepEqual(
      [item?.title, item?.service_name, item?.status],
      ['Printer of payments came back', 'payments', 'open'],
    );
    deepEqual(
      (await list('?status=regressed')).errors.map(one => one.id),
      [id],
    );
    equal((await act(id, 'resolve')).body.status, 'resolved');
    deepEqual(
      (await items(id)).map(({ status, resolved_by: by }) => [status, by]),
      [['resolved', 'cause']],
    );
  });

  it('are ignored until they are opened again', async () => {
    await fail('too slow', 'Timeout');
    const { id } = await ofType('Timeout');
    equal((await act(id, 'ignore')).body.status, 'ignored');
    await fail('too slow', 'Timeout');
    equal((await ofType('Timeout')).status, 'ignored');
    equal((await act(id, 'reopen')).body.status, 'open');
    const again = await ofType('Timeout');
    deepEqual([again.status, again.status_since, again.count], ['open', null, 2]);
  });

  it('are what they were at an instant', async () => {
    const { id, status } = await ofType('CardDeclined');
    equal(status, 'open');
    const before = new Date().toISOString();
    await act(id, 'ignore');
    const { errors } = await list(`?status=open&as_of=${before}`);
    // What was known before the minute of the instant may be nothing yet; what was decided since is not in it.
    equal(
      errors.every(one => one.status === 'open'),
      true,
    );
    equal(
      (await list(`?as_of=${before}`)).errors.some(one => one.status === 'ignored'),
      false,
    );
  });

  it('of nobody, and of others, cannot be decided about', async () => {
    const { id } = await ofType('Timeout');
    const eve = await keyOwner(tidemark, 'payments');
    for (const action of ['resolve', 'ignore', 'reopen']) {
      const asked = { method: 'POST' as const, path: `/v1/errors/${id}/${action}`, key: eve.first };
      equal((await callApi(tidemark.url, asked)).status, 404);
      equal((await act('none', action)).status, 404);
    }
    equal((await tidemark.get(`/v1/errors/${id}`, eve.first)).status, 404);
  });
});
