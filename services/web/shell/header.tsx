import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useRead } from '../data/use-read.ts';
import { Button } from '../ui/button.tsx';
import styles from './header.module.css';
import { RangePicker } from './range-picker.tsx';
import { useShortcut } from './shortcuts.ts';

// What is opened, or stands at the edge, comes after the page.
const AccountMenu = lazy(async () => ({
  default: (await import('./account-menu.tsx')).AccountMenu,
}));
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

/** The name of the organization, the palette, the range, and who is signed in. */
export function Header() {
  const [isSearching, setSearching] = useState(false);
  useShortcut('palette', () => setSearching(true));
  const me = useRead('me', { everyMs: 60_000 });
  return (
    <header className={styles.header}>
      <Link to="/" className={styles.brand ?? ''}>
        Tidemark
      </Link>
      <bdi className={styles.organization}>{me.data?.body.organization.name ?? ''}</bdi>
      <Button className={styles.search} onClick={() => setSearching(true)}>
        <Search size={14} aria-hidden />
        <span>Search</span>
        <kbd>/</kbd>
      </Button>
      <div className={styles.right}>
        <RangePicker />
        <Suspense fallback={<span className={styles.account} />}>
          <AccountMenu me={me.data?.body} />
        </Suspense>
      </div>
      <Suspense>{isSearching && <Palette close={() => setSearching(false)} />}</Suspense>
    </header>
  );
}
