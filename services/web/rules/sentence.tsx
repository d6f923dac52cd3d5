import { Fragment } from 'react';
import { serviceLink } from '../links.ts';
import { LinkTo } from '../ui/page-link.tsx';
import { Foreign } from '../ui/text.tsx';
import { ObjectiveOf } from './objective-of.tsx';
import { conditionsOf, conditionText, metricText, minutesText, type Rule } from './words.ts';

type Said = Pick<
  Rule,
  | 'alert_type'
  | 'metric'
  | 'operator'
  | 'threshold'
  | 'conditions'
  | 'match'
  | 'time_window'
  | 'for_minutes'
  | 'scope_value'
  | 'severity'
>;

/** When a rule fires, in one sentence. */
export const RuleSentence = ({ rule }: { readonly rule: Said }) => (
  <>
    Fires with severity {rule.severity} when the {metricText(rule)} of{' '}
    <ObjectiveOf metric={rule.metric} />
    {rule.scope_value === null ? (
      'all services together'
    ) : (
      <LinkTo link={serviceLink(rule.scope_value)}>
        <Foreign>{rule.scope_value}</Foreign>
      </LinkTo>
    )}{' '}
    is <strong>{conditionText(rule)}</strong> within {minutesText(rule.time_window)}
    <More rule={rule} />
    {rule.for_minutes > 0 && (
      <>
        , and has been for <strong>{minutesText(rule.for_minutes)}</strong>
      </>
    )}
    .
  </>
);

/** The metric is said where it is another than before. */
const More = ({ rule }: { readonly rule: Said }) =>
  conditionsOf(rule).map((one, at, all) => {
    const isSame = all[at - 1]?.metric === one.metric;
    return at === 0 ? null : (
      // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no names, and nothing here has a state.
      <Fragment key={at}>
        {rule.match === 'any' ? ', or ' : ', and '}
        {isSame || `the ${metricText(one)} is `}
        <strong>{conditionText(one)}</strong> within {minutesText(one.minutes)}
      </Fragment>
    );
  });
