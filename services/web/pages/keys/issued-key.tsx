import { CopyButton } from '../../ui/copy-button.tsx';
import { Layer } from '../../ui/layer.tsx';
import { Foreign } from '../../ui/text.tsx';
import { type Issued, nameOf } from './key.ts';
import styles from './keys.module.css';

type IssuedKeyProps = { readonly issued: Issued; readonly close: () => void };

/** The text of a new key, which the server gives once. */
export const IssuedKey = ({ issued, close }: IssuedKeyProps) => (
  <Layer title="The new key" close={close}>
    <div className={styles.issued}>
      <p>
        This is the text of <Foreign>{nameOf(issued)}</Foreign>. It is not shown again: copy it now.
      </p>
      <code className={styles.text}>{issued.key}</code>
      <CopyButton text={issued.key} />
    </div>
  </Layer>
);
