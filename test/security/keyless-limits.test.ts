import { equal, match } from 'node:assert/strict';
import { once } from 'node:events';
import { oauthLimits } from '../../schemas/oauth/limits.ts';
import { accountLimits } from '../../services/ingest-api/accounts/config.ts';
import { openSocket } from '../support/http-app.ts';
import { startServer } from '../support/server.ts';

type Server = Awaited<ReturnType<typeof startServer>>;

const perHour = 2;

describe('the limits of routes that need no key', function () {
  this.timeout(60_000);
  let server: Server;

  before(async () => {
    server = await startServer({
      environment: { TIDEMARK_REGISTRATIONS_PER_HOUR: String(perHour) },
    });
  });

  after(() => server.close());

  /** The answer to a request whose body is never sent. */
  const answerTo = async (path: string): Promise<string> => {
    const socket = await openSocket(Number(new URL(server.url).port));
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n`,
    );
    const [answer] = await once(socket, 'data');
    socket.destroy();
    return String(answer);
  };

  for (const [path, times, what] of [
    ['/v1/integrate/register', perHour, 'registrations and sign-ins'],
    [
      '/v1/integrate/verify',
      perHour * accountLimits.verificationsPerRegistrationMax,
      'verifications',
    ],
    ['/oauth/register', oauthLimits.registrationsPerHour, 'registrations'],
  ] as const) {
    it(`hold for an address before the body of ${path} is sent`, async () => {
      for (let time = 0; time < times; time++) equal((await server.post(path, {})).status, 400);
      const answer = await answerTo(path);
      match(answer, /^HTTP\/1\.1 429 /);
      match(answer, new RegExp(`too many ${what} from this address`));
      match(answer, /retry-after: \d+/i);
    });
  }

  it('count sign-ins together with registrations', async () =>
    match(await answerTo('/v1/sessions'), /^HTTP\/1\.1 429 /));
});
