import { invalidRequest } from '../../../platform/http/problem.ts';
import { boundOfHidden, chunksOf } from '../../../projections/replays/hidden-chunks.ts';
import type { HiddenReplays } from '../../../projections/replays/hidden-replays.ts';
import type { QueryOf } from '../../../schemas/http/routes.ts';
import { spanBucketStart } from '../../../schemas/window.ts';
import { clicksSql } from './clicks-sql.ts';
import { replayReadLimits as limits } from './config.ts';
import { receivedInRange } from './session-clicks.ts';

type Query = QueryOf<'listReplays'>;
type Range = { readonly from: number; readonly to: number };

/** What is asked of a list of sessions, as SQL. */
export type SessionFilters = {
  /** On each chunk, which is the same for all of a session. */
  readonly where: string;
  /** On the chunks of a session together. */
  readonly having: string;
  readonly bound: Readonly<Record<string, unknown>>;
};

type AskedFor = {
  readonly range: Range;
  readonly hidden: HiddenReplays;
  /** How chunks may name the user that is asked for; none without one. */
  readonly userIds: readonly string[];
};

/** Conditions are there only when they are asked for: each reads more of the chunks, or of spans. */
export function filtersOf(query: Query, { range, hidden, userIds }: AskedFor): SessionFilters {
  const { page = '', service = '', has_errors: hasErrors } = query;
  const { error = '', min_rage_clicks: rage = 0, min_dead_clicks: dead = 0 } = query;
  const attribute = attributeOf(query);
  const isOfSpans = service !== '' || hasErrors !== undefined;
  if (isOfSpans || error !== '' || attribute.value !== '') expectShort(range);
  const where = asked([
    [hidden.subjects.length > 0, `NOT ${chunksOf.hiddenSubjects}`],
    [hidden.users.length > 0, isOfNoHiddenUser],
    [userIds.length > 0, chunksOf.user],
    [service !== '', isNamed('service = {service:String}')],
    [hasErrors === true, isNamed(failed)],
    [hasErrors === false, `NOT ${isNamed(failed)}`],
    [rage > 0 || dead > 0, hasClicks],
  ]);
  const having = asked([
    [page !== '', hasPage],
    [error !== '', hasError],
    [attribute.value !== '', hasAttribute],
  ]);
  return {
    where: where.map(each => `AND ${each}`).join('\n    '),
    having: having.length === 0 ? '' : `HAVING ${having.join('\n    AND ')}`,
    bound: {
      userIds,
      page,
      service,
      error,
      rage,
      dead,
      attribute: attribute.name,
      attributeKeys: attribute.keys,
      attributeValue: attribute.value,
      bucketFrom: spanBucketStart(seconds(range.from - limits.tracesAroundMs)),
      bucketTo: seconds(range.to + limits.tracesAroundMs),
      ...boundOfHidden(hidden),
    },
  };
}

const asked = (
  conditions: readonly (readonly [isAsked: boolean, condition: string])[],
): readonly string[] => conditions.filter(([isAsked]) => isAsked).map(([, condition]) => condition);

/** An attribute has its own name, or one in the namespaces that semantic conventions have for users. */
function attributeOf({ user_attribute: name = '', user_value: value = '' }: Query) {
  if ((name === '') !== (value === ''))
    throw invalidRequest('`user_attribute` and `user_value` belong together; give both or none');
  const isSpanKey = /^(?:user|enduser)\./u.test(name);
  return { name, value, keys: isSpanKey ? [name] : [`user.${name}`, `enduser.${name}`] };
}

function expectShort({ from, to }: Range): void {
  if (to - from <= limits.linkedRangeMsMax) return;
  throw invalidRequest(
    'with `service`, `has_errors`, `error` or `user_attribute`, `from` and `to` are at most 7 days apart',
  );
}

const failed = "status = 2 AND ({service:String} = '' OR service = {service:String})";

const spansNear = `organization = {organization:UUID} AND bucket >= toDateTime({bucketFrom:UInt32}, 'UTC')
        AND bucket <= toDateTime({bucketTo:UInt32}, 'UTC')`;

const isNamed = (spans: string, more = ''): string => `JSONExtractString(detail, 'session') IN (
      SELECT attributes.value[indexOf(attributes.key, 'replay_id')] FROM spans
      PREWHERE ${spansNear} AND ${spans}
      WHERE has(attributes.key, 'replay_id')${more})`;

const isOfNoHiddenUser = `subject NOT IN (SELECT subject FROM samples
      WHERE organization = {organization:UUID} AND samples.kind = 'replay' AND ${chunksOf.hiddenUsers})`;

const hasClicks = `subject IN (SELECT subject FROM (${clicksSql(receivedInRange)})
      WHERE rage >= {rage:UInt32} AND dead >= {dead:UInt32})`;

const hasPage = "countIf(position(JSONExtractString(detail, 'url'), {page:String}) > 0) > 0";

const inText = (text: string): string => `positionCaseInsensitiveUTF8(${text}, {error:String}) > 0`;

const hasError = `(countIf(arrayExists(item -> ${inText("JSONExtractString(item, 'message')")}, JSONExtractArrayRaw(detail, 'errors'))) > 0
    OR countIf(JSONExtractString(detail, 'session') IN (
      SELECT replay_id FROM errors
      PREWHERE organization = {organization:UUID} AND time >= toDateTime({bucketFrom:UInt32}, 'UTC')
        AND time <= toDateTime({bucketTo:UInt32}, 'UTC')
      WHERE replay_id != '' AND (${inText('message')} OR ${inText('toString(type)')}))) > 0)`;

const hasAttribute = `(countIf(JSONExtractString(detail, 'user', {attribute:String}) = {attributeValue:String}) > 0
    OR countIf(${isNamed(
      '1',
      ` AND arrayExists((key, value) -> has({attributeKeys:Array(String)}, key) AND value = {attributeValue:String},
          attributes.key, attributes.value)`,
    )}) > 0)`;

const seconds = (ms: number): number => Math.max(0, Math.floor(ms / 1000));
