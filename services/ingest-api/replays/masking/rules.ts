import { LRUCache } from 'lru-cache';
import type { ReplaySettings } from '../../../../schemas/replays/settings.ts';
import { maskingLimits as limits } from './config.ts';
import { openPatterns, type Patterns } from './patterns.ts';
import { openSelectors, type Selectors } from './selectors.ts';

/** What settings say of masking; it can be sent to a thread. */
export type MaskingRules = Pick<
  ReplaySettings,
  'maskText' | 'maskInputs' | 'maskSelectors' | 'maskAttributes' | 'maskPatterns'
>;

export type Rules = {
  readonly text: boolean;
  readonly inputs: boolean;
  readonly selectors: Selectors;
  /** By the name of an attribute in lower case. */
  readonly isMaskedAttribute: (name: string) => boolean;
  readonly patterns: Patterns;
};

const kept = new LRUCache<string, Rules>({ max: limits.rulesKeptMax });

export function openRules(rules: MaskingRules): Rules {
  const { maskText, maskInputs, maskSelectors, maskAttributes, maskPatterns } = rules;
  const key = JSON.stringify([maskText, maskInputs, maskSelectors, maskAttributes, maskPatterns]);
  const found = kept.get(key) ?? {
    text: maskText,
    inputs: maskInputs,
    selectors: openSelectors(maskSelectors),
    isMaskedAttribute: openNames(maskAttributes),
    patterns: openPatterns(maskPatterns),
  };
  kept.set(key, found);
  return found;
}

function openNames(sent: readonly string[]): (name: string) => boolean {
  const names = sent.map(name => name.toLowerCase());
  const whole = new Set(names);
  const beginnings = names.filter(name => name.endsWith('*')).map(name => name.slice(0, -1));
  return name => whole.has(name) || beginnings.some(beginning => name.startsWith(beginning));
}

export const maskingOf = ({
  maskText,
  maskInputs,
  maskSelectors,
  maskAttributes,
  maskPatterns,
}: ReplaySettings): MaskingRules => ({
  maskText,
  maskInputs,
  maskSelectors,
  maskAttributes,
  maskPatterns,
});
