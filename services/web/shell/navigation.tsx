import { Link, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useOperatorToken } from '../data/operator-token.ts';
import styles from './navigation.module.css';
import { operators, type Place, parts } from './places.ts';

const PlaceIcon = lazy(async () => ({ default: (await import('./place-icon.tsx')).PlaceIcon }));

export function Navigation() {
  const isOperator = useOperatorToken() !== undefined;
  const bar = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another page, another link is the current one.
  useEffect(() => showCurrent(bar.current), [pathname]);
  return (
    <nav ref={bar} className={styles.navigation} aria-label="Pages">
      {(isOperator ? [...parts, operators] : parts).map(({ name, places }) => (
        <section key={name} aria-label={name}>
          <h2 className={styles.part}>{name}</h2>
          <ul>
            {places.map(place => (
              <li key={place.to}>
                <PlaceLink {...place} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** On a telephone the pages are one line that scrolls: the current one comes into its middle. */
function showCurrent(bar: HTMLElement | null): void {
  const link = bar?.querySelector<HTMLElement>('[aria-current="page"]');
  if (bar === null || link == null) return;
  bar.scrollLeft += middleOf(link) - middleOf(bar);
}

function middleOf(element: HTMLElement): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}

const PlaceLink = ({ to, name }: Place) => (
  <Link
    to={to}
    className={styles.link ?? ''}
    activeOptions={{ exact: to === '/', includeSearch: false }}
    activeProps={{ 'aria-current': 'page' }}
  >
    <span className={styles.icon}>
      <Suspense>
        <PlaceIcon to={to} />
      </Suspense>
    </span>
    <span>{name}</span>
  </Link>
);
