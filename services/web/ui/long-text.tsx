import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { wholeText } from './figures.ts';
import { saveFile } from './save-file.ts';
import styles from './text.module.css';
import { Foreign, ForeignValue } from './text.tsx';

/** Lengths in characters. */
const scrolledFrom = 1_000;
const foldedFrom = 65_536;
const savedFrom = 2_097_152;
const shownOfFolded = 200;

/** A text of any length: it scrolls by itself, then it is folded, then it can only be saved. */
export function LongText({ children: text }: { readonly children: string }) {
  if (text.length < scrolledFrom) return <ForeignValue>{text}</ForeignValue>;
  if (text.length < foldedFrom) return <Scrolled>{text}</Scrolled>;
  const beginning = (
    <>
      <Foreign>{text.slice(0, shownOfFolded)}</Foreign>… {wholeText(text.length)} characters
    </>
  );
  if (text.length >= savedFrom)
    return (
      <>
        {beginning}{' '}
        <Button onClick={() => saveFile('value.txt', 'text/plain', text)}>Save as a file</Button>
      </>
    );
  return (
    <details>
      <summary>{beginning}</summary>
      <CopyButton text={text} />
      <Scrolled>{text}</Scrolled>
    </details>
  );
}

const Scrolled = ({ children }: { readonly children: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
  <pre className={styles.scrolled} tabIndex={0}>
    {children}
  </pre>
);
