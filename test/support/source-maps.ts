/** The least that is a source map: line 1, column 1 of the code is line 1, column 1 of `src/app.ts`. */
export const leastSourceMap = {
  version: 3,
  file: 'app.js',
  sources: ['src/app.ts'],
  names: [],
  mappings: 'AAAA',
};

type Parts = {
  readonly release?: string;
  readonly filename?: string;
  readonly map?: object | string | Uint8Array<ArrayBuffer>;
};

/** An upload as bundler plugins send it. */
export function sourceMapForm(debugId: string | undefined, parts: Parts = {}): FormData {
  const { release, filename = 'app.js.map', map = leastSourceMap } = parts;
  const form = new FormData();
  if (debugId !== undefined) form.set('debug_id', debugId);
  if (release !== undefined) form.set('release', release);
  const isText = typeof map === 'string' || map instanceof Uint8Array;
  const content = isText ? map : JSON.stringify(map);
  form.set('sourcemap', new Blob([content], { type: 'application/json' }), filename);
  return form;
}

export const uploadSourceMap = (
  url: string,
  key: string,
  form: FormData,
  headers: Record<string, string> = {},
) => post(`${url}/api/sourcemaps`, { 'X-API-Key': key, ...headers }, form);

/** A body that is the file itself. */
export const uploadZip = (
  url: string,
  key: string,
  zip: Uint8Array<ArrayBuffer> | string,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
) =>
  post(
    `${url}/api/sourcemaps${query}`,
    { 'X-API-Key': key, 'Content-Type': 'application/zip', ...headers },
    zip,
  );

type Sent = FormData | Uint8Array<ArrayBuffer> | string;

async function post(url: string, headers: Record<string, string>, body: Sent) {
  const response = await fetch(url, { method: 'POST', headers, body });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as Record<string, unknown> };
}
