const mimeType = 'application/json';

/** As `resources/list` gives them. */
export const listedResources = [
  {
    uri: 'tidemark://services',
    name: 'services',
    title: 'Services',
    description: 'Services that sent spans in the last 24 hours, with their figures.',
    mimeType,
  },
];

/** As `resources/templates/list` gives them. */
export const listedTemplates = [
  {
    uriTemplate: 'tidemark://traces/{id}',
    name: 'trace',
    title: 'A trace',
    description: 'One trace with its spans.',
    mimeType,
  },
  {
    uriTemplate: 'tidemark://alerts/{id}',
    name: 'alert',
    title: 'An alert',
    description: 'One alert with its evidence and its timeline.',
    mimeType,
  },
];

type Reading = { readonly tool: string; readonly given: Readonly<Record<string, string>> };

/** The tool that gives what a URI names; undefined: none does. */
export function readingOf(uri: string): Reading | undefined {
  if (uri === 'tidemark://services') return { tool: 'list_services', given: {} };
  const { kind, id = '' } =
    /^tidemark:\/\/(?<kind>traces|alerts)\/(?<id>[\dA-Fa-f-]{1,64})$/u.exec(uri)?.groups ?? {};
  if (kind === 'traces') return { tool: 'get_trace_detail', given: { trace_id: id } };
  return kind === 'alerts' ? { tool: 'get_alert', given: { alert_id: id } } : undefined;
}

export const asContents = (uri: string, text: string) => ({ contents: [{ uri, mimeType, text }] });
