import { match, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { views } from '../../schemas/views.ts';

describe('the views of tidemark sql', () => {
  it('are in the README with every column', async () => {
    const readme = await readFile('README.md', 'utf8');
    for (const [name, { columns }] of Object.entries(views)) {
      const line = readme.split('\n').find(text => text.startsWith(`| \`${name}\` |`));
      ok(line, name);
      for (const column of Object.keys(columns)) match(line, new RegExp(`\`${column}\``), name);
    }
  });
});
