import type {
  AlertRefused,
  AlertRuleAdopted,
  AlertRuleEvent,
  RuleEnd,
} from '../../schemas/alerts/events.ts';
import type { AlertRuleId } from '../../schemas/alerts/ids.ts';
import type { AlertRule } from '../../schemas/alerts/rule.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';

/** Where a version was to fire when a user had ended the rule: the end of the window, and the evaluator's time. */
export type RefusedPlace = { readonly windowToMs: number; readonly tickMs: number };

/** One version of a rule: what users made of the version before, and where it began to decide. */
export type RuleVersionRow = {
  readonly organizationId: OrganizationId;
  readonly ruleId: AlertRuleId;
  readonly version: number;
  readonly atMs: number;
  /** Absent: that of the version before. */
  readonly rule?: AlertRule;
  readonly enabled?: boolean;
  readonly isDeleted?: true;
  readonly adopted?: Pick<AlertRuleAdopted['data'], 'tickMs' | 'position' | 'runningCounts'>;
  /** Present: from here on nothing that it decided counts. */
  readonly refused?: RefusedPlace;
};

const digits = 10;

export const versionsOf = (organizationId: OrganizationId, ruleId: AlertRuleId): string =>
  `${organizationId}/${ruleId}/`;

/** By organization, rule and version. They are as few as the changes that users make, and all are kept. */
export const ruleVersions: Projection<
  RuleVersionRow,
  EventOf<AlertRuleEvent['type'] | (AlertRuleAdopted | AlertRefused)['type']>
> = {
  name: 'rule-versions',
  version: 2,
  types: new Set([
    'AlertRuleCreated',
    'AlertRuleChanged',
    'AlertRuleToggled',
    'AlertRuleDeleted',
    'AlertRuleAdopted',
    'AlertRefused',
  ]),
  keys: ({ data }) => {
    const version = 'version' in data ? data.version : data.ruleVersion;
    const place = String(version).padStart(digits, '0');
    return [`${versionsOf(data.organizationId, data.ruleId)}${place}`];
  },
  project: (row, { type, data, atMs }) => {
    if (type === 'AlertRuleAdopted') {
      const { tickMs, position, runningCounts } = data;
      const adopted = { tickMs, position, ...(runningCounts && { runningCounts }) };
      return row && { ...row, adopted };
    }
    if (type === 'AlertRefused') {
      const refused = { windowToMs: data.window.toMs, tickMs: data.tickMs };
      return row && { refused, ...row };
    }
    const { organizationId, ruleId, version } = data;
    const of = { organizationId, ruleId, version, atMs };
    if (type === 'AlertRuleDeleted') return { ...of, isDeleted: true };
    return type === 'AlertRuleToggled'
      ? { ...of, enabled: data.enabled }
      : { ...of, rule: data.rule };
  },
};

/** A version with all of its rule. */
export type RuleVersion = Pick<RuleVersionRow, 'version' | 'atMs' | 'adopted' | 'refused'> & {
  readonly rule: AlertRule;
  readonly ends?: RuleEnd;
};

/** The versions of a rule in order, each with its whole rule. */
export function wholeVersions(rows: Iterable<RuleVersionRow>): RuleVersion[] {
  const versions: RuleVersion[] = [];
  for (const row of rows) {
    const rule = row.rule ?? toggled(versions.at(-1)?.rule, row);
    if (rule !== undefined) versions.push(wholeVersion(row, rule));
  }
  return versions;
}

const toggled = (
  rule: AlertRule | undefined,
  { enabled = rule?.enabled ?? true }: RuleVersionRow,
): AlertRule | undefined => rule && { ...rule, enabled };

function wholeVersion(
  { version, atMs, adopted, isDeleted, refused }: RuleVersionRow,
  rule: AlertRule,
): RuleVersion {
  const ends = isDeleted ? 'rule_deleted' : rule.enabled ? undefined : 'rule_disabled';
  return {
    version,
    atMs,
    rule,
    ...(adopted && { adopted }),
    ...(ends && { ends }),
    ...(refused && { refused }),
  };
}
