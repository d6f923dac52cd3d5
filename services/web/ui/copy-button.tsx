import { useState } from 'react';
import { Button } from './button.tsx';

/** Puts a text on the clipboard, and says so; where a page may not, the text stands beside it to be marked. */
export function CopyButton({ text }: { readonly text: string }) {
  const [said, setSaid] = useState('Copy');
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('Mark it and copy'),
    );
  return (
    <Button onClick={copy} onBlur={() => setSaid('Copy')}>
      {said}
    </Button>
  );
}
