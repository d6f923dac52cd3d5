import type { Mutant } from './mutant.ts';

/** In where traces fail first and spend their time, and in the server of the Model Context Protocol. */
export const rootCauses: readonly Mutant[] = [
  {
    name: 'an error counts where it was passed on',
    in: 'firstFailures',
    find: '|| above.has(span)',
    replace: '',
    spec: 'test/unit/root-causes.property.test.ts',
    test: 'are the failed spans without a failed span below',
  },
  {
    name: 'a span between two that failed hides the lower one',
    in: 'aboveFailures',
    find: '!above.has(parent)',
    replace: '!above.has(parent) && parent.failed',
    spec: 'test/unit/root-causes.property.test.ts',
    test: 'are the failed spans without a failed span below',
  },
  {
    name: 'what called a service is its dependency',
    in: 'spansOfService',
    find: 'return isBelow;',
    replace: 'return true;',
    spec: 'test/unit/causes.property.test.ts',
    test: 'look at a service and what is below it',
  },
  {
    name: 'a rise that chance makes is a symptom',
    in: 'failsMore',
    find: 'rise >= bounds.deviations * Math.sqrt(variance)',
    replace: 'true',
    spec: 'test/unit/causes.property.test.ts',
    test: 'need a rise of errors that chance rarely makes',
  },
  {
    name: 'an error of the time before is new',
    in: 'newErrorOf',
    find: 'asked.counts.get(errorKey(failure))?.before ?? 0',
    replace: '0',
    spec: 'test/unit/causes.property.test.ts',
    test: 'name an error as new only when it did not occur before',
  },
  {
    name: 'children that overlap are counted twice',
    in: 'selfNanos',
    find: 'Math.max(child.start, from)',
    replace: 'Math.max(child.start, span.start)',
    spec: 'test/unit/root-causes.property.test.ts',
    test: 'count the time of a span in which no child ran',
  },
  {
    name: 'pages of other sites use the tools',
    in: 'isKnown',
    find: 'hostname === own',
    replace: 'hostname.includes(own)',
    spec: 'test/unit/mcp-parts.test.ts',
    test: 'refuses {"host":"localhost","origin":"https://tidemark.example.org.evil.example"}',
  },
];
