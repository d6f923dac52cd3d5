import { useParams } from '@tanstack/react-router';
import { newRuleLink, objectivesLink } from '../../links.ts';
import { usePageSearch } from '../../page-search.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Columns, Page } from '../../ui/layout.tsx';
import { Foreign } from '../../ui/text.tsx';
import { Alerts } from './alerts.tsx';
import { Causes } from './causes.tsx';
import { Dependencies } from './dependencies.tsx';
import { Errors } from './errors.tsx';
import { Heatmap } from './heatmap.tsx';
import { Operations } from './operations.tsx';
import { Series } from './series.tsx';
import { Summary } from './summary.tsx';
import { Versions } from './versions.tsx';

/** What is slow or failing in a service, and since which release? */
export function Service() {
  const { name: inPath = '' } = useParams({ strict: false }) as { readonly name?: string };
  const [{ name: inQuery, operation }] = usePageSearch('name', 'operation');
  const service = inPath === '-' && inQuery !== undefined ? inQuery : inPath;
  const scope = { service, operation };
  return (
    <Page
      title={<Foreign>{service}</Foreign>}
      aside={
        <>
          <ButtonLink link={objectivesLink(service)}>Objectives</ButtonLink>
          <ButtonLink link={newRuleLink(service)}>Create a rule</ButtonLink>
        </>
      }
    >
      <Summary service={service} />
      <Series {...scope} />
      <Heatmap {...scope} />
      <Operations {...scope} />
      <Columns>
        <Errors service={service} />
        <Versions service={service} />
      </Columns>
      <Columns>
        <Causes service={service} />
        <Alerts service={service} />
      </Columns>
      <Dependencies service={service} />
    </Page>
  );
}
