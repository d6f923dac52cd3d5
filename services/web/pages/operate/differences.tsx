import { FoldedJson } from '../../ui/folded-json.tsx';
import { Foreign } from '../../ui/text.tsx';
import styles from './operate.module.css';
import { comparedText, type RebuildReport, rebuiltText } from './words.ts';

type DifferencesProps = { readonly report: RebuildReport };

/** What a rebuild did, and the rows that were different. */
export const Differences = ({ report }: DifferencesProps) => (
  <section className={styles.layer} aria-label="Result">
    <p role="status">
      {rebuiltText(report)} {comparedText(report)}
    </p>
    {report.differences.map(({ key, live, rebuilt }) => (
      <article key={key} className={styles.difference} aria-label={key}>
        <Foreign>{key}</Foreign>
        <FoldedJson name="Before" value={live} />
        <FoldedJson name="Rebuilt" value={rebuilt} />
      </article>
    ))}
  </section>
);
