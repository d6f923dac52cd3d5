import { type ReactNode, useState } from 'react';
import { useAct, useReadOnlyReason } from '../../data/act.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Layer } from '../../ui/layer.tsx';
import { type Breakpoint, placementOf, settingsOf } from './breakpoint.ts';
import { PlaceFields, SettingFields } from './breakpoint-fields.tsx';

type OpenerProps = {
  /** Of the button, and of the layer that it opens. */
  readonly text: string;
  readonly title: string;
  readonly disabledBecause: string | undefined;
  readonly children: (close: () => void) => ReactNode;
};

function Opener({ text, title, disabledBecause, children }: OpenerProps) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button disabledBecause={disabledBecause} onClick={() => setOpen(true)}>
        {text}
      </Button>
      {isOpen && (
        <Layer title={title} close={close}>
          {children(close)}
        </Layer>
      )}
    </>
  );
}

export function NewBreakpoint() {
  const off = useReadOnlyReason();
  const { pressEach } = useAct('createBreakpoint');
  return (
    <Opener text="Set a breakpoint" title="Set a breakpoint" disabledBecause={off}>
      {close => (
        <Form
          text="Set the breakpoint"
          submit={async texts => {
            const { condition, ...settings } = settingsOf(texts);
            const conditional = condition === null ? {} : { condition };
            await pressEach({ body: { ...placementOf(texts), ...settings, ...conditional } });
            close();
          }}
        >
          <PlaceFields />
          <SettingFields />
        </Form>
      )}
    </Opener>
  );
}

export function EditBreakpoint({ breakpoint }: { readonly breakpoint: Breakpoint }) {
  const off = useReadOnlyReason();
  const { pressEach } = useAct('changeBreakpoint');
  return (
    <Opener text="Edit" title="Edit the breakpoint" disabledBecause={off}>
      {close => (
        <Form
          text="Save"
          submit={async texts => {
            await pressEach({ params: { id: breakpoint.id }, body: settingsOf(texts) });
            close();
          }}
        >
          <SettingFields now={breakpoint} />
        </Form>
      )}
    </Opener>
  );
}
