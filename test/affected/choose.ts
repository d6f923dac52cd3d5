import { posix } from 'node:path';
import { importsOf } from './imports.ts';

/** Files from which everything is reached: the registries of features and the roots of composition. */
const registries = [
  /^schemas\/(features|topics)\.ts$/,
  /^schemas\/(http|commands|events)\/[^/]+\.ts$/,
  /^services\/[^/]+\.ts$/,
  /^services\/[^/]+(\/core)?\/(features|shared|service)\.ts$/,
  /^projections\/all\.ts$/,
];
const isRegistry = (file: string): boolean => registries.some(each => each.test(file));
const isTest = (file: string): boolean => file.endsWith('.test.ts');

/**
 * The tests that a change affects, of `sources` by their paths:
 *
 * - those that changed, and those that reach a changed file through imports. The way does not lead through a
 *   registry that did not change: it imports every feature, so each change would affect nearly every test.
 * - those that name the feature's folder, and reach it through a registry: in their own name, as
 *   `accounts-http.test.ts` does for `services/decider/core/accounts/`, or in what they import of any floor.
 * - those that reach a file which names a changed one that is no module, such as `0001-spans.sql`.
 *
 * A test that reaches the change through a registry alone, and names no folder of its feature, is not found: the gate runs it.
 */
export function affectedTests(
  changed: readonly string[],
  sources: ReadonlyMap<string, string>,
): string[] {
  const importers = importersOf(sources);
  const reached = new Set([...changed, ...namingFiles(changed, sources)]);
  for (const file of reached) {
    if (isRegistry(file) && !changed.includes(file)) continue;
    for (const importer of importers.get(file) ?? []) reached.add(importer);
  }
  const features = changed.flatMap(featureOf);
  const isAffected = (file: string, source: string): boolean =>
    reached.has(file) || features.some(feature => names(feature, file, source));
  return [...sources]
    .filter(([file, source]) => isTest(file) && isAffected(file, source))
    .map(([file]) => file)
    .sort();
}

function importersOf(sources: ReadonlyMap<string, string>): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [file, source] of sources) {
    for (const imported of importsOf(file, source)) {
      const known = importers.get(imported);
      if (known === undefined) importers.set(imported, [file]);
      else known.push(file);
    }
  }
  return importers;
}

function namingFiles(changed: readonly string[], sources: ReadonlyMap<string, string>): string[] {
  const basenames = changed
    .filter(file => !/\.(ts|md)$/.test(file) && file.includes('/'))
    .map(file => posix.basename(file));
  return [...sources].flatMap(([file, source]) =>
    basenames.some(name => source.includes(name)) ? [file] : [],
  );
}

/** The folder of a feature on its floor. */
const featureOf = (file: string): string[] =>
  (
    /^(?:services\/[^/]+\/(?:core\/)?(?!core\/)|domain\/|projections\/|schemas\/)([^/]+)\//.exec(
      file,
    ) ?? []
  ).slice(1);

const names = (feature: string, test: string, source: string): boolean =>
  `-${posix.basename(test, '.test.ts')}-`.match(`-${feature.replace(/s$/, '')}s?-`) !== null ||
  source.match(`from '[^']*/${feature}/`) !== null;
