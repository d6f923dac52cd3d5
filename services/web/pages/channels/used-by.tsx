import { ruleLink } from '../../links.ts';
import { LinkTo } from '../../ui/page-link.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import styles from './channels.module.css';
import { type Channel, type Rule, useOf } from './words.ts';

type UsedByProps = { readonly channel: Channel; readonly rules: readonly Rule[] };

const namedMax = 5;

/** The rules whose alerts it is told. */
export function UsedBy({ channel, rules }: UsedByProps) {
  const { ofAll, named } = useOf(channel, rules);
  return (
    <div className={styles.what}>
      <Muted>
        {ofAll === 1 ? 'One rule' : `${ofAll} rules`} without channels, and all health checks
      </Muted>
      {named.slice(0, namedMax).map(({ id, name }) => (
        <LinkTo key={id} link={ruleLink(id)}>
          <ForeignLine>{name}</ForeignLine>
        </LinkTo>
      ))}
      {named.length > namedMax && <Muted>and {named.length - namedMax} more</Muted>}
    </div>
  );
}
