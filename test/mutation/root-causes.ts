import type { Mutant } from './mutant.ts';

/** In where traces fail first and spend their time, and in the server of the Model Context Protocol. */
export const rootCauses: readonly Mutant[] = [
  {
    name: 'an error counts where it was passed on',
    in: 'firstFailures',
    find: 'childrenIn(children, span).some(({ failed }) => failed)',
    replace: 'false',
    spec: 'test/unit/root-causes.property.test.ts',
    test: 'are the failed spans without a failed child',
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
