import { equal } from 'node:assert/strict';
import { httpLimits } from '../../platform/http/limits.ts';
import { startTestApp } from '../support/http-app.ts';

const token = 'o9xkq2Lw8vFz3TnR';

describe("the operators' token", () => {
  it('passes from an address that sent as many wrong ones as it may', async () => {
    const app = await startTestApp(
      { adminKeys: async () => ({ status: 200, body: { keys: [] } }) },
      { operators: { token } },
    );
    const ask = async (bearer: string): Promise<number> => {
      const headers = { Authorization: `Bearer ${bearer}` };
      return (await fetch(`${app.url}/admin/keys`, { headers })).status;
    };
    for (let wrong = 0; wrong < httpLimits.authFailuresPerMinuteMax; wrong++)
      equal(await ask(`${token}${wrong}`), 401);
    equal(await ask(`${token}x`), 429);
    equal(await ask(token), 200);
    equal(await ask(`${token}x`), 429);
    await app.stop();
  });
});
