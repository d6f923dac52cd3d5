import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../platform/package.ts';
import {
  buildStep,
  type CachedProgram,
  cachedProgram,
  placeOf,
  type Recipe,
} from '../support/cached-program.ts';

export const collectorVersion = '0.155.0';
const builder = `go.opentelemetry.io/collector/cmd/builder@v${collectorVersion}`;
const parts = join(packageRoot(), 'test/collector/builder.yaml');

const recipe: Recipe = {
  name: `collector-${collectorVersion}`,
  files: [parts],
  build: async folder => {
    const config = join(folder, 'builder.yaml');
    await copyFile(parts, config);
    await buildStep(['go', 'install', builder], { folder });
    const given = [`--config=${config}`, `--output-path=${join(folder, 'dist')}`];
    await buildStep([join(folder, 'builder'), ...given], { folder });
    return join(folder, 'dist', 'collector');
  },
};

/**
 * The OpenTelemetry Collector with what a queue in files needs, built with Go from its modules when
 * it is not cached; some minutes.
 */
export const collectorBinary = (): Promise<CachedProgram> => cachedProgram(recipe);

/** The same only where it has been built before. */
export async function cachedCollector(): Promise<string | undefined> {
  const path = await placeOf(recipe);
  return existsSync(path) ? path : undefined;
}
