import { Combobox, ComboboxItem, ComboboxList, ComboboxProvider } from '@ariakit/react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useRead } from '../data/use-read.ts';
import { serviceLink, traceLink } from '../links.ts';
import { useTime } from '../time/use-time.ts';
import { Layer } from '../ui/layer.tsx';
import styles from './palette.module.css';
import { places } from './places.ts';

type Entry = { readonly kind: string; readonly text: string; readonly link: object };

const shownMax = 12;

/** One input that finds pages, services, and a trace by its id. */
export function Palette({ close }: { readonly close: () => void }) {
  const [typed, setTyped] = useState('');
  const entries = useEntries(typed);
  const navigate = useNavigate();
  const router = useRouter();
  const open = ({ link }: Entry, isNewTab: boolean): void => {
    close();
    if (isNewTab) window.open(router.buildLocation(link as never).publicHref, '_blank', 'noopener');
    else void navigate(link as never);
  };
  return (
    <Layer title="Search" close={close}>
      <ComboboxProvider setValue={setTyped} open>
        <Combobox
          autoFocus
          autoSelect="always"
          className={styles.input ?? ''}
          placeholder="A page, a service, or the id of a trace"
          aria-label="Search pages, services and traces"
        />
        <ComboboxList className={styles.list ?? ''} aria-label="Found" alwaysVisible>
          {entries.map(entry => (
            <ComboboxItem
              key={`${entry.kind} ${entry.text}`}
              value={entry.text}
              className={styles.item ?? ''}
              setValueOnClick={false}
              onClick={event => open(entry, event.ctrlKey || event.metaKey)}
            >
              <small>{entry.kind}</small>
              <bdi>{entry.text}</bdi>
            </ComboboxItem>
          ))}
        </ComboboxList>
        {entries.length === 0 && <p className={styles.none}>Nothing has this name.</p>}
      </ComboboxProvider>
    </Layer>
  );
}

const idLink = (id: string): object => ({ to: '/traces', search: { id } });

function useEntries(typed: string): readonly Entry[] {
  const { from, to } = useTime();
  const { data } = useRead('listServices', { query: { from, to } });
  const services = data?.body.services;
  return useMemo(() => {
    const text = typed.trim().toLowerCase();
    const isId = /^[\da-f]{32}$/u.test(text);
    const traces = isId ? [{ kind: 'Trace', text, link: traceLink(text) }] : [];
    const beginning = /^[\da-f]{4,31}$/u.test(text)
      ? [{ kind: 'Traces', text: `id begins with ${text}`, link: idLink(text) }]
      : [];
    const pages = places.map(({ name, to }) => ({ kind: 'Page', text: name, link: { to } }));
    const found = (services ?? []).map(({ name }) => ({
      kind: 'Service',
      text: name,
      link: serviceLink(name),
    }));
    const named = [...pages, ...found].filter(each => each.text.toLowerCase().includes(text));
    return [...traces, ...named.slice(0, shownMax - 1), ...beginning];
  }, [services, typed]);
}
