import { Badge, type Tone } from './badge.tsx';

const tones: Readonly<Record<string, Tone>> = {
  critical: 'critical',
  warning: 'warning',
  info: 'accent',
};

/** How bad an alert is, in the words of its rule. */
export const Severity = ({ children }: { readonly children: string }) => (
  <Badge tone={tones[children] ?? 'muted'}>{children}</Badge>
);
