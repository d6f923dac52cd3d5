/** Throws a plain Error unless the port allows the name. */
export function checkBlobName(name: string): void {
  if (name.length > 200)
    throw new Error(`expected a blob name of at most 200 characters, got ${name.length}`);
  if (!/^[a-z0-9/._-]+$/.test(name) || name.includes('..') || name === '.')
    throw new Error(`expected a blob name of a-z, 0-9, /, ., _ and -, got ${JSON.stringify(name)}`);
}
