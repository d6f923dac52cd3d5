import { type ChangeEvent, useState } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useAct, useReadOnlyReason } from '../../data/act.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { wholeText } from '../../ui/figures.ts';
import { Form } from '../../ui/form.tsx';
import { Layer } from '../../ui/layer.tsx';
import { Foreign } from '../../ui/text.tsx';
import { debugIdOf } from './debug-id.ts';

type Stored = ResponseOf<'uploadSourceMap'>;

/** Sends a map or a zip of some by hand; bundlers and CI send theirs by themselves. */
export function Upload() {
  const [isOpen, setOpen] = useState(false);
  const [stored, setStored] = useState<Stored>();
  const open = (): void => {
    setStored(undefined);
    setOpen(true);
  };
  return (
    <>
      <Button look="primary" disabledBecause={useReadOnlyReason()} onClick={open}>
        Upload maps
      </Button>
      {isOpen && (
        <Layer title="Upload maps" close={() => setOpen(false)}>
          {stored === undefined ? <Fields onStored={setStored} /> : <Done stored={stored} />}
        </Layer>
      )}
    </>
  );
}

const Done = ({ stored }: { readonly stored: Stored }) => {
  const isZip = 'source_maps' in stored;
  const { release } = isZip ? (stored.source_maps[0] ?? {}) : stored;
  return (
    <p role="status">
      Stored: {isZip ? mapsText(stored.source_maps.length) : <Foreign>{stored.filename}</Foreign>}
      {release !== undefined && (
        <>
          {' '}
          for release <Foreign>{release}</Foreign>
        </>
      )}
      . Stack traces show original positions from now on.
      {isZip &&
        stored.ignored_count > 0 &&
        ` Files of the zip that are no source map of code: ${wholeText(stored.ignored_count)}.`}
    </p>
  );
};

const mapsText = (count: number): string =>
  count === 1 ? 'one source map' : `${wholeText(count)} source maps`;

function Fields({ onStored }: { readonly onStored: (stored: Stored) => void }) {
  const [file, setFile] = useState<File>();
  const [debugId, setDebugId] = useState('');
  const [name, setName] = useState('');
  const { pressEach } = useAct('uploadSourceMap');
  const isZip = file?.name.toLowerCase().endsWith('.zip') === true;
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [chosen] = target.files ?? [];
    setFile(chosen);
    setName(chosen?.name ?? '');
    if (chosen !== undefined) void debugIdOf(chosen).then(id => id && setDebugId(id));
  };
  return (
    <Form
      text="Upload"
      submit={async ({ release = '' }) => {
        if (file === undefined) return;
        const named = isZip ? { file, release } : { file, release, name, debugId };
        onStored(await pressEach({ body: formOf(named) }));
      }}
    >
      <Field
        label="File"
        type="file"
        accept=".map,.json,.zip"
        required
        onChange={choose}
        hint="A source map of version 3, or a zip of .map files; at most 50 MiB"
      />
      {!isZip && (
        <>
          <Field
            label="File name"
            value={name}
            onChange={({ target }) => setName(target.value)}
            required
            maxLength={255}
            hint="app.js.map is the map of app.js; this finds it for code without a debug id"
          />
          <Field
            label="Debug id"
            value={debugId}
            onChange={({ target }) => setDebugId(target.value.trim())}
            required
            hint="A UUID; it is filled in where the file has one. A map with the same id is replaced"
          />
        </>
      )}
      <Field
        label="Release"
        name="release"
        maxLength={200}
        hint="What the service says as service.version; can be empty"
      />
    </Form>
  );
}

type Parts = {
  readonly file: File;
  readonly release: string;
  /** Absent for a zip, whose maps have their own. */
  readonly name?: string;
  readonly debugId?: string;
};

function formOf({ file, release, name = file.name, debugId }: Parts): FormData {
  const form = new FormData();
  if (debugId !== undefined) form.append('debug_id', debugId);
  if (release !== '') form.append('release', release);
  form.append('sourcemap', file, name);
  return form;
}
