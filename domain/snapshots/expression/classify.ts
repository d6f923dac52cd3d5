/** What SDKs leave to the server, as they recognise it in the text of an expression. */
const serverOnly: readonly RegExp[] = [
  // A function call.
  /\b[a-zA-Z_]\w*\s*\(/u,
  /\bmatches\b/u,
  // Regular expressions and bitwise not.
  /~/u,
  // Bitwise and, bitwise or, after pairs are taken out below.
  /[&|]/u,
  /<<|>>/u,
  /\$\{/u,
  /\.\./u,
  /\?/u,
  /\[\d/u,
  /[+\-*/]=/u,
];

export type Evaluable = 'sdk-evaluable' | 'server-only';

/** Who can evaluate a condition: every SDK, or this server alone. */
export function whoEvaluates(expression: string): Evaluable {
  const text = expression.replace(/&&|\|\|/gu, ' ');
  return serverOnly.some(pattern => pattern.test(text)) ? 'server-only' : 'sdk-evaluable';
}
