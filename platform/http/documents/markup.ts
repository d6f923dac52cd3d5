const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Any text as content or a quoted attribute of HTML or XML. What XML cannot contain is shown as `�`. */
export const escapeMarkup = (value: string): string =>
  value
    .toWellFormed()
    .replaceAll(notInXml, '\ufffd')
    .replaceAll(/[&<>"']/gu, character => entities[character] ?? character);

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 forbids.
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu;
