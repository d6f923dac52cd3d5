import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

/** How a file may be sent, by `Content-Encoding`. */
type Encodings = { readonly identity: Buffer; readonly gzip?: Buffer; readonly br?: Buffer };

export type SiteFile = Encodings & { readonly contentType: string; readonly isHashed: boolean };

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

type SiteFiles = {
  /** The start page. */
  readonly index: string;
  /** The page within the player of recorded sessions. */
  readonly replayFrame: Buffer;
  /** Every other file by its path. */
  readonly files: ReadonlyMap<string, SiteFile>;
};

/** What `npm run build` wrote. Undefined where it did not run. */
export function readSite(folder: string): SiteFiles | undefined {
  const start = join(folder, 'index.html');
  if (!existsSync(start)) return undefined;
  const replayFrame = readFileSync(join(folder, 'replay-frame.html'));
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.flatMap(name => {
    const contentType = types[name.split('.').at(-1) ?? ''];
    const path = join(folder, name);
    if (contentType === undefined || !statSync(path).isFile()) return [];
    const isHashed = name.startsWith(`assets${sep}`);
    const file: SiteFile = { ...encodingsOf(path), contentType, isHashed };
    return [[`/${name.split(sep).join('/')}`, file] as const];
  });
  return { index: readFileSync(start, 'utf8'), replayFrame, files: new Map(files) };
}

function encodingsOf(path: string): Encodings {
  const packed = (ending: string) =>
    existsSync(`${path}.${ending}`) ? readFileSync(`${path}.${ending}`) : undefined;
  const [gzip, br] = [packed('gz'), packed('br')];
  return { identity: readFileSync(path), ...(gzip && { gzip }), ...(br && { br }) };
}
