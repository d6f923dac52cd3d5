import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { type LlmPrice, llmPrices } from '../../schemas/llm/prices.ts';

const bytesMax = 256 * 1024;
const faultsShown = 5;

/** What was given, to be printed, and what it says. */
type PriceTable = { readonly given: string; readonly prices: readonly LlmPrice[] };

/** A price table: the path of a JSON file, or its text, which begins with `[`. */
export const priceTable = z.string().transform((given, context): PriceTable => {
  const read = readTable(given);
  if (typeof read !== 'string') return { given, prices: read };
  context.addIssue({ code: 'custom', message: read });
  return z.NEVER;
});

/** The prices, or what is wrong. */
function readTable(given: string): readonly LlmPrice[] | string {
  const text = given.startsWith('[') ? given : fileText(given);
  if (text === undefined)
    return `expected a list in JSON, or the path of a file with one, of at most ${bytesMax / 1024} KiB`;
  const parsed = llmPrices.safeParse(jsonOf(text));
  return parsed.success ? parsed.data : faultsOf(parsed.error);
}

function fileText(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() && found.size <= bytesMax ? readFileSync(path, 'utf8') : undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function faultsOf({ issues }: z.ZodError): string {
  const shown = issues.slice(0, faultsShown).map(({ path: [index, field], message }) => {
    const place = index === undefined ? 'the table' : `entry ${Number(index) + 1}`;
    return `${place}${field === undefined ? '' : `, ${String(field)}`}: ${message}`;
  });
  const more = issues.length > faultsShown ? [`and ${issues.length - faultsShown} more`] : [];
  return [...shown, ...more].join('; ');
}
