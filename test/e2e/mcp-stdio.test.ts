import { equal, match, ok, rejects } from 'node:assert/strict';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { packageRoot } from '../../platform/package.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { type Reader, readerOf } from '../support/reader.ts';

onBothEngines('tidemark mcp', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let ada: Reader;
  const clients: Client[] = [];

  before(async function () {
    tidemark = await start(this);
    ada = await readerOf(tidemark, 'ada');
  });
  after(async () => {
    await Promise.all(clients.map(client => client.close()));
    await tidemark?.close();
  });

  /** As an editor starts it. */
  async function connect(key: string, revision?: string): Promise<Client> {
    const client = new Client(
      { name: 'editor', version: '1.0.0' },
      revision === undefined ? {} : { versionNegotiation: { mode: { pin: revision } } },
    );
    clients.push(client);
    const main = join(packageRoot(), 'services/main.ts');
    const args = ['--import', 'tsx', main, 'mcp', '--url', tidemark.url];
    const env = { ...process.env, TIDEMARK_API_KEY: key } as Record<string, string>;
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env, cwd: packageRoot() }),
    );
    return client;
  }

  for (const revision of [undefined, '2026-07-28'])
    it(`lists and calls tools over stdio, ${revision ?? '2025-11-25'}`, async () => {
      const client = await connect(ada.key, revision);
      const { tools } = await client.listTools();
      ok(tools.some(({ name }) => name === 'list_services'));
      const found = await client.callTool({ name: 'list_services', arguments: {} });
      equal(found.isError ?? false, false);
      const [part] = found.content as { readonly text: string }[];
      match(part?.text ?? '', /"services":/);
    });

  it('says why the server refuses', async () => {
    await rejects(connect('tmk_live_wrong'), /invalid API key/i);
  });
});
