import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './layer.module.css';

type LayerProps = {
  readonly title: string;
  readonly close: () => void;
  readonly children: ReactNode;
};

/** Something over the page: Escape closes it, and the focus goes back to where it was. */
export const Layer = ({ title, close, children }: LayerProps) => (
  <Dialog
    open
    onClose={close}
    className={styles.layer}
    backdrop={<div className={styles.backdrop} />}
  >
    <header className={styles.header}>
      <DialogHeading>{title}</DialogHeading>
      <DialogDismiss className={styles.dismiss} aria-label="Close">
        <X size={16} aria-hidden />
      </DialogDismiss>
    </header>
    {children}
  </Dialog>
);
