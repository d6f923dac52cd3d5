import { JsonScanner } from '../../../../platform/otlp/json/scanner.ts';
import { replayLimits } from '../config.ts';
import { maskStyles, starValue } from './attributes.ts';
import { maskingLimits as limits } from './config.ts';
import type { Masking } from './masking.ts';
import { forMembers, maskMutation } from './mutation.ts';
import { KnownNodes, newNode } from './nodes.ts';
import { maskNode, nameOf, numberNext } from './page.ts';
import { Rewriter } from './rewriter.ts';
import { type MaskingRules, openRules } from './rules.ts';
import { maskRead, starRead } from './texts.ts';
import { maskValue } from './values.ts';

/** Types of events of rrweb, and what changes of a page come from. */
const types = { page: 2, change: 3 } as const;
const sources = {
  mutation: 0,
  input: 5,
  styleRule: 8,
  canvas: 9,
  styleDeclaration: 13,
  adoptedStyles: 15,
} as const;

/**
 * A list of events as JSON without what the organization wants masked and without secrets; undefined when nothing of it changed.
 * It is gone through value by value, and what stays is copied byte for byte.
 *  inflated  was read as a list of events before
 *  cost      in proportion to its bytes
 */
export function maskEvents(
  inflated: Uint8Array,
  rules: MaskingRules,
): Buffer<ArrayBuffer> | undefined {
  const json = new JsonScanner(inflated, replayLimits.depthMax);
  const out = new Rewriter(inflated, replayLimits.chunkBytesMax);
  const opened = openRules(rules);
  const nodes = new KnownNodes(opened.selectors);
  const steps = { left: limits.patternStepsMax };
  const scrubbed = { leftBytes: limits.scrubbedBytesMax };
  const masking = { json, out, rules: opened, nodes, steps, scrubbed };
  json.peek();
  json.enter();
  for (let isFirst = true; json.nextElement(isFirst); isFirst = false) maskEvent(masking);
  return out.finish();
}

function maskEvent(masking: Masking): void {
  const { json } = masking;
  const type = numberAhead(json, 'type');
  forMembers(json, name => {
    if (name !== 'data') maskValue(masking);
    else if (type === types.page) maskPage(masking);
    else if (type === types.change) maskChange(masking);
    else maskValue(masking);
  });
}

function maskPage(masking: Masking): void {
  masking.nodes.clear();
  if (masking.json.peek() !== 'object') {
    maskValue(masking);
    return;
  }
  forMembers(masking.json, name => {
    if (name === 'node') maskNode(masking, newNode('root'));
    else maskValue(masking);
  });
}

function maskChange(masking: Masking): void {
  const { json } = masking;
  if (json.peek() !== 'object') {
    maskValue(masking);
    return;
  }
  switch (numberAhead(json, 'source')) {
    case sources.mutation:
      maskMutation(masking);
      break;
    case sources.input:
      maskInput(masking);
      break;
    case sources.canvas:
      maskCanvas(masking);
      break;
    case sources.styleRule:
    case sources.styleDeclaration:
    case sources.adoptedStyles:
      maskStyles(masking);
      break;
    default:
      maskValue(masking);
  }
}

/** What is typed or chosen in a field. */
function maskInput(masking: Masking): void {
  const { json, nodes, rules } = masking;
  const node = nodes.get(numberAhead(json, 'id'));
  const isStarred = rules.inputs || node?.kind === 'secret-field' || nodes.isMasked(node);
  forMembers(json, name => {
    if (name !== 'text' || json.peek() !== 'string') maskValue(masking);
    else {
      json.string();
      if (isStarred) starRead(masking);
      else maskRead(masking);
    }
  });
}

/** What is drawn: pictures and texts, of which none stays where what is on the page is masked. */
function maskCanvas(masking: Masking): void {
  const { json, nodes, rules } = masking;
  const isStarred = rules.text || nodes.isMasked(nodes.get(numberAhead(json, 'id')));
  forMembers(json, name => {
    if (isStarred && (name === 'args' || name === 'commands')) starValue(masking);
    else maskValue(masking);
  });
}

/** The number under a name in the object that comes next, which is not passed over; rrweb writes it first. */
function numberAhead(json: JsonScanner, name: string): number | undefined {
  if (json.peek() !== 'object') return undefined;
  const mark = json.mark();
  json.enter();
  let found: number | undefined;
  for (let isFirst = true; found === undefined && json.nextMember(isFirst); isFirst = false) {
    if (nameOf(json) === name) found = numberNext(json);
    else json.skip();
  }
  json.goTo(mark);
  return found;
}
