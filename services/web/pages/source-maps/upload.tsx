import { type ChangeEvent, useState } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useAct, useReadOnlyReason } from '../../data/act.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Layer } from '../../ui/layer.tsx';
import { Foreign } from '../../ui/text.tsx';
import { debugIdOf } from './debug-id.ts';

type Stored = ResponseOf<'uploadSourceMap'>;

/** Sends a map by hand; bundlers and CI send theirs by themselves. */
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
        Upload a map
      </Button>
      {isOpen && (
        <Layer title="Upload a map" close={() => setOpen(false)}>
          {stored === undefined ? <Fields onStored={setStored} /> : <Done map={stored} />}
        </Layer>
      )}
    </>
  );
}

const Done = ({ map: { filename, release } }: { readonly map: Stored }) => (
  <p role="status">
    <Foreign>{filename}</Foreign>
    {release !== undefined && (
      <>
        {' '}
        of release <Foreign>{release}</Foreign>
      </>
    )}{' '}
    is stored. Stack traces show its original positions from now on.
  </p>
);

function Fields({ onStored }: { readonly onStored: (stored: Stored) => void }) {
  const [file, setFile] = useState<File>();
  const [debugId, setDebugId] = useState('');
  const [name, setName] = useState('');
  const { pressEach } = useAct('uploadSourceMap');
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
        if (file !== undefined)
          onStored(await pressEach({ body: formOf({ file, name, debugId, release }) }));
      }}
    >
      <Field
        label="File"
        type="file"
        accept=".map,.json"
        required
        onChange={choose}
        hint="A source map of version 3, at most 50 MiB"
      />
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
  readonly name: string;
  readonly debugId: string;
  readonly release: string;
};

function formOf({ file, name, debugId, release }: Parts): FormData {
  const form = new FormData();
  form.append('debug_id', debugId);
  if (release !== '') form.append('release', release);
  form.append('sourcemap', file, name);
  return form;
}
