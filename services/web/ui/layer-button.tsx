import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Layer } from './layer.tsx';

type LayerButtonProps = {
  readonly text: string;
  /** Of the layer; that of the button when absent. */
  readonly title?: string;
  readonly look?: 'plain' | 'primary';
  readonly disabledBecause?: string | undefined;
  readonly children: (close: () => void) => ReactNode;
};

/** A button that opens a layer, such as one with a form. */
export function LayerButton({ text, title = text, children, ...rest }: LayerButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button {...rest} onClick={() => setOpen(true)}>
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
