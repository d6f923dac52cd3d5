import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useSession } from '../data/session.ts';
import { useTime } from '../time/use-time.ts';
import { Header } from './header.tsx';
import { KeyboardShortcuts } from './keyboard.tsx';
import { Navigation } from './navigation.tsx';
import { NowNotices } from './now-notices.tsx';
import { PastBanner } from './past-banner.tsx';
import styles from './shell.module.css';
import { Slider } from './slider/slider.tsx';

const SignIn = lazy(async () => ({
  default: (await import('../pages/sign-in/sign-in.tsx')).SignIn,
}));

/** A page that a person comes to from elsewhere for one decision. */
const standsAlone = (pathname: string): boolean => /^\/oauth\/authorize\/?$/u.test(pathname);

const isOfOperators = (pathname: string): boolean => /^\/operate(?:\/|$)/u.test(pathname);

/**
 * What stands around every page. Without a session there is the sign-in, and the link stays as it is; operators have
 * a token of their own.
 */
export function Shell() {
  const session = useSession();
  const { pathname } = useLocation();
  if (session === undefined && isOfOperators(pathname))
    return (
      <main id="content" className={styles.main}>
        <Outlet />
      </main>
    );
  if (session === undefined)
    return (
      <Suspense>
        <SignIn />
      </Suspense>
    );
  return standsAlone(pathname) ? <Outlet key={session.key} /> : <SignedIn key={session.key} />;
}

function SignedIn() {
  const { asOf } = useTime();
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = titleOf(pathname);
  }, [pathname]);
  return (
    <div className={styles.shell} data-past={asOf !== undefined || undefined}>
      <a className={styles.skip} href="#content">
        Skip to the page
      </a>
      <Header />
      <Slider />
      <PastBanner />
      <NowNotices />
      <div className={styles.middle}>
        <Navigation />
        <main id="content" className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <KeyboardShortcuts />
    </div>
  );
}

function titleOf(pathname: string): string {
  const parts = pathname.split('/').filter(Boolean).map(decoded);
  return [...parts.reverse(), 'Tidemark'].join(' · ').slice(0, 200);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
