import { useState } from 'react';
import { useAct, useOwnerReason, useReadOnlyReason } from '../data/act.ts';
import { type Reading, useRead } from '../data/use-read.ts';
import { Box } from '../ui/box.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { LayerButton } from '../ui/layer-button.tsx';
import { ReadBody, ReadPanel } from '../ui/panel.tsx';
import { Foreign, Muted } from '../ui/text.tsx';
import { Instant } from '../ui/time.tsx';
import { useInView } from '../ui/use-in-view.ts';
import { byOf, changesBetween, type FieldChange, type Version, whatOf } from './changes.ts';
import { type VersionedKind, versionedKinds } from './kinds.ts';
import styles from './versions.module.css';

type HistoryProps = { readonly of: VersionedKind; readonly id: string };

const limit = 100;
const height = 240;

/** A part of a page: what was set, by whom, and the way back to each version. */
export function History({ of, id }: HistoryProps) {
  const [box, isWanted] = useInView();
  const { reading, pages } = useVersions({ of, id }, isWanted);
  return (
    <ReadPanel title="History" box={box} reading={reading} height={height} aside={pages}>
      {({ versions }) => <Versions of={of} id={id} versions={versions} />}
    </ReadPanel>
  );
}

/** The same behind a button, for what has no page of its own. */
export const HistoryButton = (props: HistoryProps) => (
  <LayerButton text="History" title={`History of the ${props.of}`}>
    {() => <InLayer {...props} />}
  </LayerButton>
);

function InLayer({ of, id }: HistoryProps) {
  const { reading, pages } = useVersions({ of, id }, true);
  return (
    <>
      <ReadBody reading={reading} height={height}>
        {({ versions }) => <Versions of={of} id={id} versions={versions} />}
      </ReadBody>
      {pages}
    </>
  );
}

function useVersions({ of, id }: HistoryProps, isWanted: boolean) {
  const [cursor, setCursor] = useState<string>();
  const options = { params: { id }, query: { limit, cursor }, isWanted };
  // All kinds of versions have one shape, except for the fields of their settings.
  const reading = useRead(
    versionedKinds[of].read,
    options,
  ) as unknown as Reading<'listAlertRuleVersions'>;
  const next = reading.data?.body.next_cursor ?? undefined;
  const pages = (
    <>
      {cursor !== undefined && (
        <Button look="quiet" onClick={() => setCursor(undefined)}>
          Latest
        </Button>
      )}
      {next !== undefined && (
        <Button look="quiet" onClick={() => setCursor(next)}>
          Earlier
        </Button>
      )}
    </>
  );
  return { reading, pages };
}

const Versions = ({
  of,
  id,
  versions,
}: HistoryProps & { readonly versions: readonly Version[] }) => (
  <Box name={`Versions of this ${of}`} height={height}>
    <ol className={styles.versions}>
      {versions.map((version, index) => (
        <li key={version.version}>
          <div className={styles.what}>
            <p>
              <strong>{whatOf(version)}</strong> by {byOf(version)}{' '}
              <Muted>
                <Instant at={version.changed_at} />, version {version.version}
              </Muted>
            </p>
            {isOlder(version, versions) && <Restore of={of} id={id} version={version} />}
          </div>
          <Changes changes={changesOf(version, versions[index + 1])} />
        </li>
      ))}
    </ol>
  </Box>
);

/** The latest one is what there is; where that is a deletion, it is restored to what it was. */
const isOlder = ({ version, change }: Version, [latest]: readonly Version[]): boolean =>
  change === 'deleted' ? version === latest?.version : version !== latest?.version;

const changesOf = (version: Version, before: Version | undefined): readonly FieldChange[] =>
  before === undefined ? [] : changesBetween(before, version);

const Changes = ({ changes }: { readonly changes: readonly FieldChange[] }) => (
  <ul>
    {changes.map(({ field, from, to }) => (
      <li key={field}>
        {field}: <Foreign>{`${from} → ${to}`}</Foreign>
      </li>
    ))}
  </ul>
);

function Restore({ of, id, version: { version } }: HistoryProps & { readonly version: Version }) {
  const [off, offOfKeys] = [useReadOnlyReason(), useOwnerReason()];
  const { act, secrets } = versionedKinds[of];
  const { pressEach } = useAct(act);
  return (
    <Confirm
      text="Restore"
      will={`The ${of} becomes what it was in version ${version}. ${secrets}That is a new version, so it can be taken back.`}
      disabledBecause={of === 'API key' ? offOfKeys : off}
      act={() => pressEach({ params: { id }, body: { version } })}
    />
  );
}
