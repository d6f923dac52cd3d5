import { deepEqual, equal, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { promisify } from 'node:util';

type Report = { readonly summary: { readonly totalCruised: number; readonly error: number } };

const roots = ['schemas', 'domain', 'projections', 'platform', 'services', 'test'];
const modulesMin = 300;

describe('architecture', () => {
  // A cruiser that cannot parse TypeScript reports no violations of no modules, hence the count.
  it('keeps the import rules, having seen the modules', async () => {
    const { stdout } = await promisify(execFile)(
      'npx',
      ['depcruise', '--output-type', 'json', ...roots],
      { maxBuffer: 64 * 1024 * 1024 },
    );
    const { summary } = JSON.parse(stdout) as Report;
    ok(
      summary.totalCruised > modulesMin,
      `expected more than ${modulesMin} modules of ${roots.join(', ')}, saw ${summary.totalCruised}`,
    );
    equal(summary.error, 0);
  }).timeout(180_000);

  it('knows its ports: the folders that hold a port.ts', () => {
    const ports = readdirSync('platform').filter(name => existsSync(`platform/${name}/port.ts`));
    deepEqual(ports.sort(), [
      'blob-store',
      'event-store',
      'keyring',
      'language-model',
      'mailer',
      'payments',
      'read-store',
      'topic-log',
      'warehouse',
    ]);
  });

  it('runs every end-to-end suite in one of the two halves', () => {
    const suites = readdirSync('test/e2e').filter(name => name.endsWith('.test.ts'));
    for (const name of suites) ok(/^[a-z]/.test(name), `expected ${name} to begin with a letter`);
  });
});
