import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useAct, useReadOnlyReason } from '../../data/act.ts';
import { useRead } from '../../data/use-read.ts';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Tick } from '../../ui/form-fields.tsx';
import { linesOf } from '../../ui/lines.ts';
import { ReadPanel } from '../../ui/panel.tsx';
import { Muted } from '../../ui/text.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import type { Texts } from '../../ui/use-form.ts';

type Settings = ResponseOf<'getReplaySettings'>;

/** What is masked in recorded sessions before they are stored, how many are kept, and for how long. */
export function Replays() {
  const reading = useRead('getReplaySettings');
  return (
    <ReadPanel title="Session replays" reading={reading} height={684}>
      {settings => <SettingsForm key={JSON.stringify(settings)} settings={settings} />}
    </ReadPanel>
  );
}

function SettingsForm({ settings }: { readonly settings: Settings }) {
  const off = useReadOnlyReason();
  const { pressEach } = useAct('changeReplaySettings');
  return (
    <Form
      text="Save"
      disabledBecause={off}
      submit={async texts => {
        await pressEach({ body: changesOf(texts) });
      }}
      aside={<Muted>{off ?? 'It counts for what is received from then on.'}</Muted>}
    >
      <Tick name="inputs" defaultChecked={settings.mask_inputs}>
        Mask what users type: each character of a field becomes a star. Passwords are masked in any
        case.
      </Tick>
      <Tick name="text" defaultChecked={settings.mask_text}>
        Mask all text: pages keep their look, and each character becomes a star.
      </Tick>
      <Tick name="user" defaultChecked={settings.mask_user_id}>
        Mask user ids: a hash is stored instead. Sessions are still found and deleted by the exact
        id.
      </Tick>
      <Lines
        label="Masked elements"
        name="selectors"
        lines={settings.mask_selectors}
        hint="One selector on each line, such as .card, #account or [data-private]; what is in them is masked, too."
      />
      <Lines
        label="Masked attributes"
        name="attributes"
        lines={settings.mask_attributes}
        hint="One name on each line, such as title or aria-label; data-* stands for all that begin so."
      />
      <Lines
        label="Masked patterns"
        name="patterns"
        lines={settings.mask_patterns}
        hint="One regular expression (RE2) on each line; what it finds becomes a marker."
      />
      <Field
        label="Sessions kept, in percent"
        name="percent"
        type="number"
        min={0}
        max={100}
        step="any"
        required
        defaultValue={settings.sample_percent}
        hint="A session is kept whole or not at all."
      />
      <Field
        label="Days kept"
        name="days"
        type="number"
        min={1}
        max={settings.retention_days_max}
        defaultValue={settings.retention_days ?? ''}
        hint={`At most ${settings.retention_days_max}; empty: as long as this server keeps them.`}
      />
    </Form>
  );
}

type LinesProps = {
  readonly label: string;
  readonly name: string;
  readonly lines: readonly string[];
  readonly hint: string;
};

/** A list of texts, one on each line. */
const Lines = ({ lines, ...field }: LinesProps) => (
  <TextArea {...field} defaultValue={lines.join('\n')} />
);

const changesOf = (texts: Texts) => ({
  mask_inputs: texts.inputs !== undefined,
  mask_text: texts.text !== undefined,
  mask_user_id: texts.user !== undefined,
  mask_selectors: linesOf(texts.selectors),
  mask_attributes: linesOf(texts.attributes),
  mask_patterns: linesOf(texts.patterns),
  sample_percent: Number(texts.percent),
  retention_days: texts.days ? Number(texts.days) : null,
});
