import { Menu, MenuButton, MenuItem, MenuProvider, MenuSeparator } from '@ariakit/react';
import { User } from 'lucide-react';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { send } from '../data/api.ts';
import { forgetToken } from '../data/operator-token.ts';
import { signOut } from '../data/session.ts';
import { chooseZone, useZone } from '../time/zone.ts';
import { chooseTheme, type Theme, useTheme } from '../ui/theme.ts';
import styles from './account-menu.module.css';

const themes: readonly Theme[] = ['system', 'light', 'dark'];

/** Who is signed in, how times and colours are shown, and the way out. */
export function AccountMenu({ me }: { readonly me: ResponseOf<'me'> | undefined }) {
  const theme = useTheme();
  const zone = useZone();
  return (
    <MenuProvider placement="bottom-end">
      <MenuButton className={styles.button}>
        <User size={14} aria-hidden />
        <span className="visually-hidden">Account and settings</span>
      </MenuButton>
      <Menu className={styles.menu} gutter={4} portal preserveTabOrder={false}>
        <p className={styles.about}>
          <bdi>{me?.organization.name ?? 'Signed in'}</bdi>
          {me !== undefined && <small>{keyText(me)}</small>}
        </p>
        <MenuSeparator className={styles.line} />
        {themes.map(each => (
          <Item key={each} isChosen={theme === each} choose={() => chooseTheme(each)}>
            {each === 'system' ? 'Colours of the system' : `Always ${each}`}
          </Item>
        ))}
        <MenuSeparator className={styles.line} />
        <Item isChosen={zone === 'local'} choose={() => chooseZone('local')}>
          Local time
        </Item>
        <Item isChosen={zone === 'utc'} choose={() => chooseZone('utc')}>
          UTC
        </Item>
        <MenuSeparator className={styles.line} />
        <MenuItem className={styles.item} onClick={() => void leave(me)}>
          Sign out
        </MenuItem>
      </Menu>
    </MenuProvider>
  );
}

type ItemProps = {
  readonly isChosen: boolean;
  readonly choose: () => void;
  readonly children: string;
};

const Item = ({ isChosen, choose, children }: ItemProps) => (
  <MenuItem className={styles.item} onClick={choose} hideOnClick={false}>
    <span aria-hidden>{isChosen ? '✓' : ''}</span>
    {children}
    {isChosen && <span className="visually-hidden"> (chosen)</span>}
  </MenuItem>
);

const keyText = ({ key, subscription }: ResponseOf<'me'>): string =>
  [
    key.user_id === null ? `key of kind ${key.kind}` : `signed in as ${key.role}`,
    ...(key.services === null ? [] : [`${key.services.length} services`]),
    ...(subscription === null ? [] : [`plan ${subscription.plan}`]),
  ].join(', ');

/** A session is ended on the server too; a pasted key is only forgotten, as others may use it. */
async function leave(me: ResponseOf<'me'> | undefined): Promise<void> {
  if (me?.key.user_id != null)
    await send('/v1/sessions/current', { method: 'DELETE' }).catch(() => undefined);
  forgetToken();
  signOut();
}
