import type { Accounts } from '../accounts.ts';
import type { Sender } from '../load.ts';
import type { Post } from '../post.ts';

/** Registers one person. Undefined: the server was gone before. */
export async function registerOne(url: string, accounts: Accounts): Promise<Sender | undefined> {
  const enough = new AbortController();
  let found: Sender | undefined;
  const verified = async (sender: Sender): Promise<void> => {
    found ??= sender;
    enough.abort();
  };
  await accounts.keepRegistering(url, verified, enough.signal);
  return found;
}

/** Creates something that has a name, and gives its id. A repetition gives the same. */
export async function createNamed(
  post: Post,
  url: string,
  { name, key, body }: { readonly name: string; readonly key: string; readonly body: object },
): Promise<string> {
  const headers = {
    'Content-Type': 'application/json',
    'X-API-Key': key,
    'Idempotency-Key': name,
  };
  const answer = await post(url, Buffer.from(JSON.stringify(body)), headers);
  if (answer.status !== 201) throw new Error(`expected 201, found ${answer.status}`);
  return JSON.parse(answer.body.toString()).id;
}
