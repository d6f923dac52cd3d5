import { useParams } from '@tanstack/react-router';
import { useRead } from '../../data/use-read.ts';
import { Page } from '../../ui/layout.tsx';
import { ReadBody } from '../../ui/panel.tsx';
import { Foreign } from '../../ui/text.tsx';
import { About } from './about.tsx';
import { Actions } from './actions.tsx';
import { Deployments } from './deployments.tsx';
import { Latest } from './latest.tsx';

/** Where does a version run, and what did each deployment of it change? */
export function Release() {
  const { version = '' } = useParams({ strict: false }) as { readonly version?: string };
  const reading = useRead('getReleaseFigures', { params: { version }, everyMs: 30_000 });
  return (
    <Page title={<Foreign>{version}</Foreign>} aside="Release">
      <ReadBody reading={reading} height={720}>
        {release => (
          <>
            <Actions release={release} />
            <About release={release} />
            <Latest release={release} />
            <Deployments release={release} />
          </>
        )}
      </ReadBody>
    </Page>
  );
}
