import { createHash } from 'node:crypto';

/** A small page without a script, which is readable in light and dark. */
const style = `
:root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 20%,transparent)}
body{font:16px/1.5 system-ui,sans-serif;max-width:28rem;margin:10vh auto;padding:0 1rem}
main{border:1px solid var(--line);border-radius:.7rem;padding:1.5rem}
h1{font-size:1.3rem;margin:0}ul{padding-left:1.2rem}
.price{font-size:1.8rem;font-weight:600;margin:.4rem 0}
.sandbox{background:#fff3bf;color:#5c3c00;border-radius:.4rem;padding:.6rem .8rem;margin:0 0 1.2rem}
button{font:inherit;width:100%;padding:.7rem;border:0;border-radius:.4rem;background:#1864ab;color:#fff;cursor:pointer}
a{display:block;text-align:center;margin-top:1rem;color:inherit}small{opacity:.75}`;

const styleHash = createHash('sha256').update(style).digest('base64');

/**
 * Headers of a page whose address is a secret.
 *  formAction  where its form may lead: browsers apply it to where a form redirects, too
 */
export const pageHeaders = (formAction: string) => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
});

/** `title` and `content` are markup. */
export const pageOf = (title: string, content: string): string =>
  '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">' +
  `<title>${title}</title><style>${style}</style></head><body><main>${content}</main></body></html>`;
