import type { Mutant } from './mutant.ts';

/** In alert rules and alerts. */
export const alerts: readonly Mutant[] = [
  {
    name: 'an alert fires again within its cooldown',
    in: 'mayFire',
    find: ' && windowToMs >= now.cooldownEndsAtMs',
    replace: '',
    spec: 'test/unit/alert-aggregate.property.test.ts',
    test: 'fires and resolves as the naive model does',
  },
  {
    name: 'a window that ended by the last resolution fires',
    in: 'mayFire',
    find: 'windowToMs > now.resolvedToMs',
    replace: 'windowToMs >= now.resolvedToMs',
    spec: 'test/unit/alert-decider.test.ts',
    test: 'does not fire for a window that ended by the last resolution',
  },
  {
    name: 'a version that was not adopted decides',
    in: 'raiseAlert',
    find: 'rule === undefined || alert.adoptedVersion !== ruleVersion',
    replace: 'rule === undefined',
    spec: 'test/unit/alert-aggregate.property.test.ts',
    test: 'fires and resolves as the naive model does',
  },
  {
    name: 'a rule that ends leaves its alert firing',
    in: 'ending',
    find: "if (reason === undefined || now.status === 'quiet') return accept(own);",
    replace: "if (now.status !== 'resolved') return accept(own);",
    spec: 'test/unit/alert-rule-decider.test.ts',
    test: 'resolves its firing alert when it is disabled, changed to disabled or deleted',
  },
  {
    name: 'a rule of another organization is changed',
    in: 'commandedRule',
    find: 'asking === undefined || asking === rule?.organizationId',
    replace: 'true',
    spec: 'test/unit/alert-rule-decider.test.ts',
    test: 'is unknown to another organization, and once it is deleted',
  },
  {
    name: 'alert rules have no limit in number',
    in: 'expectRoom',
    find: 'if (found.length < limit) return;',
    replace: 'if (rules.length <= limit) return;',
    spec: 'test/unit/alert-reads.test.ts',
    test: 'gets no other one, and is told the limit',
  },
  {
    name: 'an amendment of evidence is lost',
    in: 'alertHistory',
    find: 'amendments: amendments.slice(-amendmentsMax)',
    replace: 'amendments: row.amendments',
    spec: 'test/unit/alert-projections.test.ts',
    test: 'keeps one entry, whose status and figures change',
  },
];
