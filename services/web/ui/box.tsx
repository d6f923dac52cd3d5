import { type ReactNode, useRef } from 'react';
import styles from './box.module.css';
import { useOverflow } from './use-overflow.ts';

type BoxProps = {
  /** Of what scrolls in it. */
  readonly name: string;
  /** Pixels. */
  readonly height: number;
  readonly children: ReactNode;
};

/** A list of unknown length in a place of known height, so that nothing below it moves. */
export function Box({ name, height, children }: BoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const scrolls = useOverflow(box);
  return (
    <div
      ref={box}
      className={styles.box}
      style={{ height }}
      {...(scrolls && { role: 'region', tabIndex: 0, 'aria-label': name })}
    >
      <div>{children}</div>
    </div>
  );
}
