import { deepEqual, equal } from 'node:assert/strict';
import { organizationId } from '../../schemas/ids.ts';
import { releaseIdOf } from '../../schemas/releases/ids.ts';
import { releasesMax } from '../../schemas/releases/release.ts';
import { callerOf } from '../support/alert-client.ts';
import { appendAll, manyEvents } from '../support/large-rows.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';

describe('releases of an organization', function () {
  this.timeout(120_000);
  let server: ObservedServer;

  before(async () => {
    server = await startObservedServer();
  });
  after(() => server?.close());

  it('are so many at most, and may be recorded again and deleted all the same', async () => {
    const { key, verified } = await server.account('ada@example.org', 'checkout');
    const organization = String(verified.body.organization_id);
    const events = manyEvents('ReleaseCreated', organization, releasesMax - 1, index => ({
      releaseId: releaseIdOf(organizationId(organization), `v${index}`),
      version: `v${index}`,
    }));
    await appendAll(server.platform.eventStore, events);
    const call = callerOf(server, key);
    const record = async (version: string) => {
      const { status, body } = await call('POST', '/api/releases', { version });
      return [status, body.code];
    };
    deepEqual(await record('last'), [201, undefined]);
    deepEqual(await record('one more'), [409, 'limit_reached']);
    deepEqual(await record('last'), [200, undefined]);
    equal((await call('DELETE', '/api/releases/last')).status, 200);
    deepEqual(await record('one more'), [201, undefined]);
  });
});
