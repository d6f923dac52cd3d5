import type { ResponseOf } from '../../../../schemas/http/routes.ts';

type Event = Pick<
  ResponseOf<'audit'>['events'][number],
  'id' | 'at' | 'type' | 'actor' | 'changes'
>;

/** `from` and `to` may be texts of users. */
export type FieldChange = {
  readonly field: string;
  readonly from: string;
  readonly to: string;
};

/** What somebody did to a rule. */
export type Version = {
  readonly id: string;
  readonly at: string;
  readonly what: string;
  readonly by: string;
  readonly version: number | undefined;
  readonly changes: readonly FieldChange[];
};

type Fields = Readonly<Record<string, unknown>>;

const words: Readonly<Record<string, string>> = {
  AlertRuleCreated: 'Created',
  AlertRuleChanged: 'Changed',
  AlertRuleDeleted: 'Deleted',
};

/** What people did, the newest first, as the audit log has it; when a version took effect is left out. */
export function versionsOf(events: readonly Event[]): readonly Version[] {
  let isEnabled: boolean | undefined;
  const oldestFirst = events.toReversed().flatMap(event => {
    const { type, id, at } = event;
    const version = changeOf(event, 'version')?.after;
    const next = enabledAfter(event);
    const changes = type === 'AlertRuleChanged' ? fieldChanges(event, isEnabled) : [];
    isEnabled = next ?? isEnabled;
    const what = type === 'AlertRuleToggled' ? toggled(next) : words[type];
    if (what === undefined) return [];
    const by = actorText(event.actor);
    return [{ id, at, what, by, version: Number(version) || undefined, changes }];
  });
  return oldestFirst.toReversed();
}

const toggled = (isEnabled: boolean | undefined): string =>
  isEnabled === false ? 'Disabled' : 'Enabled';

const changeOf = ({ changes }: Event, name: string) => changes.find(({ field }) => field === name);

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** A toggle has it beside the rule, whose own field stays what it was. */
function enabledAfter(event: Event): boolean | undefined {
  const after =
    event.type === 'AlertRuleToggled'
      ? changeOf(event, 'enabled')?.after
      : fieldsOf(changeOf(event, 'rule')?.after).enabled;
  return typeof after === 'boolean' ? after : undefined;
}

function fieldChanges(event: Event, wasEnabled: boolean | undefined): readonly FieldChange[] {
  const { before, after } = changeOf(event, 'rule') ?? {};
  const old = { ...fieldsOf(before), ...(wasEnabled !== undefined && { enabled: wasEnabled }) };
  const now = fieldsOf(after);
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map(field => ({
      field: field.replaceAll('_', ' '),
      from: fieldText(field, (old as Fields)[field]),
      to: fieldText(field, now[field]),
    }))
    .filter(({ from, to }) => from !== to);
}

/** Characters of a text. */
const shownMax = 200;

function fieldText(field: string, value: unknown): string {
  if (field === 'scope') return String(fieldsOf(value).service ?? 'all services');
  if (field === 'channel_ids') return channelsText(Array.isArray(value) ? value : []);
  return value === undefined || value === null || value === ''
    ? 'none'
    : String(value).slice(0, shownMax);
}

const channelsText = (ids: readonly unknown[]): string =>
  ids.length === 0
    ? 'every enabled channel'
    : ids.map(id => `channel ${String(id).slice(0, 8)}`).join(', ');

/** Such as `a key (674a4565)`. */
const actorText = ({ type, id }: Event['actor']): string =>
  type === 'system' ? (id ?? 'the system') : id === null ? type : `a ${type} (${id.slice(0, 8)})`;
