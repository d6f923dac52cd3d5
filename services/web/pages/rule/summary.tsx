import { RuleSentence } from '../../rules/sentence.tsx';
import { conditionText, minutesText, noDataTexts, type Rule } from '../../rules/words.ts';
import { wholeText } from '../../ui/figures.ts';
import { Sentence } from '../../ui/layout.tsx';
import { Foreign, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import styles from './rule.module.css';

/** The rule in a sentence, and what it does besides. */
export const Summary = ({ rule }: { readonly rule: Rule }) => (
  <>
    <Sentence>
      <RuleSentence rule={rule} />
    </Sentence>
    {rule.description !== null && rule.description !== '' && (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
      <section className={styles.description} tabIndex={0} aria-label="Description">
        <Foreign>{rule.description}</Foreign>
      </section>
    )}
    <ul className={styles.details}>
      {detailsOf(rule).map(detail => (
        <li key={detail}>{detail}</li>
      ))}
    </ul>
    {rule.warning !== null && (
      <p className={styles.warning}>
        <Foreign>{rule.warning}</Foreign>
      </p>
    )}
    <p>
      <Muted>
        {rule.last_triggered_at === null ? (
          'It never fired.'
        ) : (
          <>
            Last fired at <Instant at={rule.last_triggered_at} shape="minute" isRelative />.
          </>
        )}{' '}
        Version {rule.version}, since <Instant at={rule.updated_at} shape="minute" />.
      </Muted>
    </p>
  </>
);

function detailsOf(rule: Rule): readonly string[] {
  const { recovery_threshold: recovery, threshold, cooldown, min_samples: samples } = rule;
  return [
    ...(recovery === threshold
      ? []
      : [`Ends when it is no longer ${conditionText({ ...rule, threshold: recovery })}`]),
    ...(cooldown === 0 ? [] : [`Fires at most once in ${minutesText(cooldown)}`]),
    ...(samples <= 1 ? [] : [`Needs ${wholeText(samples)} requests in its window`]),
    `Without data ${noDataTexts[rule.no_data]}`,
  ];
}
