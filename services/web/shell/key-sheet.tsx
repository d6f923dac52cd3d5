import { Layer } from '../ui/layer.tsx';
import styles from './keyboard.module.css';
import { places } from './places.ts';
import { type ShortcutName, switchSingleKeys, useSingleKeys } from './shortcuts.ts';

type Described = { readonly keys: string; readonly does: string };

const shortcuts: Readonly<Record<ShortcutName, Described>> = {
  palette: { keys: '/ or Ctrl+K', does: 'Search pages, services and traces' },
  sheet: { keys: '?', does: 'Show these keys' },
  now: { keys: '.', does: 'Back to now' },
  earlier: { keys: 'p', does: 'Previous mark of the slider' },
  later: { keys: 'n', does: 'Next mark of the slider' },
  type: { keys: 't', does: 'Type an instant' },
  nextRow: { keys: 'j', does: 'Next row of a list; Enter opens it' },
  previousRow: { keys: 'k', does: 'Previous row of a list' },
  choose: { keys: 'x', does: 'Choose a row' },
  settle: { keys: 'e', does: 'Resolve the chosen rows of the inbox' },
};

/** All keys, and the switch that turns single ones off. */
export function KeySheet({ close }: { readonly close: () => void }) {
  const areOn = useSingleKeys();
  return (
    <Layer title="Keys" close={close}>
      <dl className={styles.keys}>
        {Object.values(shortcuts).map(({ keys, does }) => (
          <Row key={keys} keys={keys} does={does} />
        ))}
        {places.map(
          ({ letter, name }) =>
            letter !== undefined && (
              <Row key={letter} keys={`g ${letter}`} does={`Go to ${name.toLowerCase()}`} />
            ),
        )}
      </dl>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={areOn}
          onChange={({ target }) => switchSingleKeys(target.checked)}
        />
        Single keys do something
      </label>
    </Layer>
  );
}

const Row = ({ keys, does }: Described) => (
  <div className={styles.row}>
    <dt>
      <kbd>{keys}</kbd>
    </dt>
    <dd>{does}</dd>
  </div>
);
