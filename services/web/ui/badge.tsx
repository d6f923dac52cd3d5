import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './badge.module.css';

export type Tone = 'ok' | 'warning' | 'critical' | 'muted' | 'accent';

const icons = {
  ok: CircleCheck,
  warning: TriangleAlert,
  critical: CircleAlert,
  muted: CircleDashed,
  accent: CircleDashed,
} as const;

type BadgeProps = { readonly tone: Tone; readonly children: ReactNode };

/** A state: an icon, a word and a colour, so that none of them is needed alone. */
export function Badge({ tone, children }: BadgeProps) {
  const Icon = icons[tone];
  return (
    <span className={`${styles.badge} ${styles[tone]}`}>
      <Icon size={12} aria-hidden />
      {children}
    </span>
  );
}
