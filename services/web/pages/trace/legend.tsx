import { useMemo } from 'react';
import { seriesColour } from '../../ui/chart/colours.ts';
import { useThemeName } from '../../ui/theme.ts';
import type { Model } from './model.ts';
import styles from './trace.module.css';

const shownMax = 12;

/** Which colour is which service. */
export function Legend({ model }: { readonly model: Model }) {
  // The colours are read when they are drawn, so another theme draws anew.
  useThemeName();
  const services = useMemo(() => sorted(model), [model]);
  return (
    <ul className={styles.legend} aria-label="Services">
      {services.slice(0, shownMax).map(({ name, colour }) => (
        <li key={name}>
          <span className={styles.swatch} style={{ background: seriesColour(colour) }} />
          <bdi>{name.slice(0, 100)}</bdi>
        </li>
      ))}
      {services.length > shownMax && <li>and {services.length - shownMax} more</li>}
    </ul>
  );
}

const sorted = ({ outline, colourOf }: Model) =>
  outline.services
    .map((name, service) => ({ name, colour: colourOf[service] ?? 0 }))
    .sort((a, b) => a.colour - b.colour);
