import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct, useReadOnlyReason } from '../../data/act.ts';
import { releaseLink } from '../../links.ts';
import { useZone } from '../../time/zone.ts';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Beside, Ticks } from '../../ui/form-fields.tsx';
import { LayerButton } from '../../ui/layer-button.tsx';
import { Muted } from '../../ui/text.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { DeployFields } from './deploy-fields.tsx';
import { deployBodyOf, releaseBodyOf } from './release-body.ts';

/** A release by hand; pipelines record theirs by themselves. */
export function Create() {
  const off = useReadOnlyReason();
  return (
    <>
      {off !== undefined && <Muted>{off}</Muted>}
      <LayerButton text="Record a release" look="primary" disabledBecause={off}>
        {() => <ReleaseForm />}
      </LayerButton>
    </>
  );
}

/** Records the release, and then its deployment: where that is refused, the same press again finds the release. */
function ReleaseForm() {
  const record = useAct('recordRelease');
  const deploy = useAct('deployRelease');
  const navigate = useNavigate();
  const zone = useZone();
  const [openedMs] = useState(Date.now);
  return (
    <Form
      text="Record"
      submit={async texts => {
        const { version } = await record.pressEach({ body: releaseBodyOf(texts) });
        const body = deployBodyOf(texts, { zone, openedMs });
        if (body !== undefined) await deploy.pressEach({ params: { version }, body });
        await navigate(releaseLink(version));
      }}
    >
      <Field
        label="Version"
        name="version"
        required
        maxLength={200}
        hint="As service.version of the spans. A release of that version is changed"
      />
      <TextArea
        label="Services"
        name="services"
        hint="One on each line. Empty: those whose spans name the version"
      />
      <Field label="Changes" name="url" maxLength={2_000} hint="URL; can be empty" />
      <Beside>
        <Field label="Commit" name="commit" maxLength={200} hint="Can be empty" />
        <Field label="Author" name="author" maxLength={200} hint="Can be empty" />
      </Beside>
      <Ticks label="First deployment">
        <DeployFields openedMs={openedMs} />
      </Ticks>
    </Form>
  );
}
