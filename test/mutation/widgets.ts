import type { Mutant } from './mutant.ts';

const security = 'test/security/widgets.test.ts';
const limited = (test: string): string => `a widget key for some services (one process) ${test}`;

/** In what widgets show, and to whom. */
export const widgets: readonly Mutant[] = [
  {
    name: 'a widget key shows the badge of any service',
    in: 'widgetBadge',
    find: 'assertWidgetService(key, params.name);',
    replace: '',
    spec: security,
    test: limited('does not say whether there is another service'),
  },
  {
    name: 'a widget key shows alerts of all services together',
    in: 'isShown',
    find: ': key.services === undefined;',
    replace: ': true;',
    spec: security,
    test: limited('counts and lists no alert of another service, nor one of all together'),
  },
  {
    name: 'the overview names every service that sent requests',
    in: 'readHistograms',
    find: 'rows.filter(({ service }) => isOwnService(key, service))',
    replace: 'rows',
    spec: security,
    test: limited('gives an overview to which no other service contributes'),
  },
  {
    name: 'the overview names every service that has a health check',
    in: 'readStandings',
    find: 'check.enabled && isAsked(check.serviceName)',
    replace: 'check.enabled',
    spec: security,
    test: limited('gives an overview to which no other service contributes'),
  },
  {
    name: 'the last step of a series is the one that is over',
    in: 'stepsOfRange',
    find: '(Math.floor(nowMs / 1000 / stepSeconds) + 1)',
    replace: 'Math.floor(nowMs / 1000 / stepSeconds)',
    spec: 'test/unit/widgets.test.ts',
    test: 'The steps of a range are whole, end with that of now, and are as long as the range',
  },
  {
    name: 'the name of a service is written into a picture as it is',
    in: 'badgePicture',
    find: 'escapeMarkup(shortened(service))',
    replace: 'shortened(service)',
    spec: 'test/unit/widgets.test.ts',
    test: 'A badge as a picture has the same marks whatever the name is',
  },
  {
    name: 'steps are put together by the last count of each bucket',
    in: 'mergedHistogram',
    find: '(sums.get(bucket) ?? 0) + (counts[index] ?? 0)',
    replace: 'counts[index] ?? 0',
    spec: 'test/unit/widgets.test.ts',
    test: 'Steps that are put together are the histogram of all of their spans, with its ranks',
  },
];
