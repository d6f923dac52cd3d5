import { createHash } from 'node:crypto';
import type { Json } from '../../../schemas/json.ts';
import type { Handlers } from '../handler.ts';
import { escapeMarkup } from './markup.ts';
import type { OpenApiDocument } from './openapi.ts';
import { serveStatic } from './static-file.ts';

const style = `
:root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 18%,transparent);--soft:color-mix(in srgb,currentColor 6%,transparent)}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.6rem}h2{font-size:1.1rem;margin:2rem 0 .5rem;text-transform:capitalize}
details{border:1px solid var(--line);border-radius:.4rem;margin:.4rem 0}
summary{cursor:pointer;padding:.5rem .8rem}summary p{margin:.1rem 0 0;opacity:.75}
details>div{padding:0 .8rem .8rem}b{display:inline-block;min-width:3.2rem}
code,pre{font:.85rem/1.45 ui-monospace,monospace}
pre{background:var(--soft);padding:.7rem;border-radius:.3rem;overflow:auto;max-height:28rem}`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Nothing is loaded from anywhere, nothing runs, and no style applies but the page's own. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** They change with a release only, and a release is no reason to wait for long. */
const maxAgeSeconds = 60;

/** Serves the document and its page. Their bytes are made once for all requests. */
export function openDocs(document: OpenApiDocument): Handlers<'openapi' | 'docs'> {
  const json = Buffer.from(JSON.stringify(document));
  const page = Buffer.from(docsPage(document));
  const served = {
    openapi: serveStatic({ bytes: json, maxAgeSeconds }),
    docs: serveStatic({ bytes: page, contentSecurityPolicy: policy, maxAgeSeconds }),
  };
  return {
    openapi: async request => served.openapi(request),
    docs: async request => served.docs(request),
  };
}

export function docsPage({ info, paths }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const tagged = operations.map(each => ({ ...each, tag: tagOf(each.operation) }));
  const sections = [...new Set(tagged.map(({ tag }) => tag))].map(tag => {
    const members = tagged.filter(member => member.tag === tag).map(section);
    return `<h2>${escapeMarkup(tag)}</h2>${members.join('')}`;
  });
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<title>${escapeMarkup(info.title)} interface</title><style>${style}</style></head><body>` +
    `<h1>${escapeMarkup(info.title)} ${escapeMarkup(info.version)}</h1><p>${textMarkup(info.description)} ` +
    `Keys go into <code>X-API-Key</code> or <code>Authorization: Bearer</code>. ` +
    `The same as a document: <a href="/openapi.json">openapi.json</a>.</p>` +
    `${sections.join('')}</body></html>`
  );
}

/** Text in which names of fields stand between backticks. */
const textMarkup = (text: string): string =>
  escapeMarkup(text).replaceAll(/`([^`]+)`/gu, '<code>$1</code>');

const tagOf = ({ tags }: JsonObject): string => (Array.isArray(tags) ? String(tags[0]) : '');

type JsonObject = { readonly [key: string]: Json };

type Member = {
  readonly path: string;
  readonly method: string;
  readonly operation: JsonObject;
};

const section = ({ path, method, operation }: Member): string =>
  `<details id="${escapeMarkup(String(operation.operationId))}"><summary><b>${escapeMarkup(method.toUpperCase())}</b> ` +
  `<code>${escapeMarkup(path)}</code><p>${textMarkup(String(operation.summary))}</p></summary><div>` +
  `${block('Parameters', operation.parameters)}${block('Request', operation.requestBody)}` +
  `${block('Answers', operation.responses)}</div></details>`;

function block(title: string, value: Json | undefined): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '';
  return `<h3>${title}</h3><pre>${escapeMarkup(JSON.stringify(value, undefined, 2))}</pre>`;
}
