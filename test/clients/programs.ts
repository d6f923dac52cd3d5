import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from 'mocha';
import { collectorBinary, collectorVersion } from '../collector/build.ts';
import { buildStep, type CachedProgram, cachedProgram } from '../support/cached-program.ts';

/** The files of the programs that send. */
export type Programs = {
  readonly producer: string;
  readonly telemetrygen: string;
  readonly collector: string;
};

const builds: Readonly<Record<keyof Programs, () => Promise<CachedProgram>>> = {
  producer: buildProducer,
  telemetrygen: buildTelemetrygen,
  collector: collectorBinary,
};
const buildMsMax = 30 * 60_000;

/** Built with Go when they are not cached. Skips visibly where that is not possible, or fails when REQUIRE_CLIENTS is 1. */
export async function programsOrSkip(context: Context): Promise<Programs> {
  context.timeout(buildMsMax);
  const paths: Record<keyof Programs, string> = { producer: '', telemetrygen: '', collector: '' };
  // One after the other: each build takes all the memory and processor time that it is given.
  for (const name of Object.keys(paths) as (keyof Programs)[]) {
    const built = await builds[name]();
    if ('missing' in built) return skip(context, `no ${name}, since ${built.missing}`);
    paths[name] = built.path;
  }
  return paths;
}

function skip(context: Context, reason: string): never {
  if (process.env.REQUIRE_CLIENTS === '1') throw new Error(`REQUIRE_CLIENTS is 1, but ${reason}`);
  process.stdout.write(`      skipped: ${reason}\n`);
  return context.skip();
}

/** OpenTelemetry's SDK for Go in a small program of ours. */
function buildProducer(): Promise<CachedProgram> {
  const source = fileURLToPath(new URL('../fixtures/producers/go', import.meta.url));
  return cachedProgram({
    name: 'go-producer',
    files: ['main.go', 'go.mod', 'go.sum'].map(file => join(source, file)),
    build: async folder => {
      const made = join(folder, 'producer');
      const command = ['go', 'build', '-mod=readonly', '-trimpath', '-o', made, '.'];
      await buildStep(command, { folder, cwd: source });
      return made;
    },
  });
}

function buildTelemetrygen(): Promise<CachedProgram> {
  const module = 'github.com/open-telemetry/opentelemetry-collector-contrib/cmd/telemetrygen';
  return cachedProgram({
    name: `telemetrygen-${collectorVersion}`,
    files: [],
    build: async folder => {
      await buildStep(['go', 'install', `${module}@v${collectorVersion}`], { folder });
      return join(folder, 'telemetrygen');
    },
  });
}
