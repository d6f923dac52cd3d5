import type { Json } from '../../../../schemas/json.ts';
import { LongText } from '../../ui/long-text.tsx';
import { Foreign } from '../../ui/text.tsx';
import styles from './span.module.css';

type AttributesProps = {
  readonly title: string;
  readonly values: Readonly<Record<string, Json>>;
};

/** Names and values as a table. */
export function Attributes({ title, values }: AttributesProps) {
  const entries = Object.entries(values);
  if (entries.length === 0) return null;
  return (
    <table className={styles.attributes}>
      <caption>{title}</caption>
      <tbody>
        {entries.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">
              <Foreign>{name.slice(0, nameCharactersMax)}</Foreign>
            </th>
            <td>
              <LongText>
                {typeof value === 'string' ? value : JSON.stringify(value, undefined, 1)}
              </LongText>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const nameCharactersMax = 1_000;
