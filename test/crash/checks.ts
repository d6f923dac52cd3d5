import { get } from 'node:http';
import type { Accounts } from './accounts.ts';
import { operatorAsks } from './child.ts';

/** Every key that was given works, and belongs to one organization, which has no other. */
export async function keyFaults(
  url: string,
  adminSocket: string,
  accounts: Accounts,
): Promise<string[]> {
  const faults: string[] = [];
  const verified = accounts.verified();
  for (const { key, service } of verified) {
    const { status, body } = await read(`${url}/v1/integrate/status`, key);
    if (status === 200 && body.includes(JSON.stringify(service))) continue;
    faults.push(`key of ${service}: expected it to work, found ${status} ${body}`);
  }
  const { body } = await operatorAsks<{ keys: { organization_id: string }[] }>(
    adminSocket,
    'GET',
    '/admin/keys',
  );
  const owners = body.keys.map(key => key.organization_id);
  for (const { organization, service } of verified) {
    const count = owners.filter(owner => owner === organization).length;
    if (count !== 1) faults.push(`organization of ${service}: expected one key, found ${count}`);
  }
  const expected = new Set(verified.map(({ organization }) => organization));
  if (expected.size !== verified.length) faults.push('two verifications gave one organization');
  const others = owners.filter(owner => !expected.has(owner)).length;
  if (others > accounts.abandoned()) {
    faults.push(`expected at most ${accounts.abandoned()} keys nobody heard of, found ${others}`);
  }
  return faults;
}

const read = (url: string, key: string): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'X-API-Key': key } }, answer => {
      answer
        .toArray()
        .then(chunks =>
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
        )
        .catch(reject);
    }).on('error', reject);
  });
