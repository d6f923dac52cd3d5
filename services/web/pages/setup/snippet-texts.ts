/** What a program needs to send telemetry here. */
export type Target = { readonly endpoint: string; readonly key: string; readonly service: string };

export type Snippet = {
  readonly name: string;
  readonly about: string;
  readonly text: (target: Target) => string;
};

/** The names that every OpenTelemetry SDK reads. */
const variables = ({ endpoint, key, service }: Target): string =>
  [
    `export OTEL_EXPORTER_OTLP_ENDPOINT=${shell(endpoint)}`,
    'export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf',
    `export OTEL_EXPORTER_OTLP_HEADERS=${shell(`x-api-key=${key}`)}`,
    `export OTEL_SERVICE_NAME=${shell(service)}`,
    'export OTEL_LOGS_EXPORTER=none',
  ].join('\n');

const shell = (text: string): string =>
  /^[\w./:=@%+-]+$/u.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

const after =
  (...lines: readonly string[]) =>
  (target: Target): string =>
    [variables(target), ...lines].join('\n');

/** For each language, what to paste into a terminal. */
export const snippets: readonly Snippet[] = [
  { name: 'curl', about: 'One span, to see that the way works.', text: curl },
  {
    name: 'Node',
    about: 'Instruments an application without a change to it.',
    text: after(
      'npm install @opentelemetry/api @opentelemetry/auto-instrumentations-node',
      'node --require @opentelemetry/auto-instrumentations-node/register app.js',
    ),
  },
  {
    name: 'Python',
    about: 'Instruments an application without a change to it.',
    text: after(
      'pip install opentelemetry-distro opentelemetry-exporter-otlp-proto-http',
      'opentelemetry-bootstrap -a install',
      'opentelemetry-instrument python app.py',
    ),
  },
  {
    name: 'Java',
    about: 'Needs opentelemetry-javaagent.jar beside the application.',
    text: after('java -javaagent:opentelemetry-javaagent.jar -jar app.jar'),
  },
  {
    name: 'Go',
    about:
      'The exporter of go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp reads these.',
    text: after('go run .'),
  },
  {
    name: 'Collector',
    about:
      'An exporter for its configuration file. To send over gRPC, take the exporter otlp and port 4317.',
    text: collector,
  },
];

function curl({ endpoint, key, service }: Target): string {
  const body = JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: service } }] },
        scopeSpans: [
          {
            spans: [
              {
                traceId: 'TRACE',
                spanId: 'SPAN',
                name: 'hello',
                kind: 2,
                startTimeUnixNano: 'START',
                endTimeUnixNano: 'END',
              },
            ],
          },
        ],
      },
    ],
  });
  const filled = shell(body)
    .replace('TRACE', `'$(openssl rand -hex 16)'`)
    .replace('SPAN', `'$(openssl rand -hex 8)'`)
    .replace('START', `'$(date +%s)'000000000`)
    .replace('END', `'$(date +%s)'025000000`);
  return [
    `curl -X POST ${shell(`${endpoint}/v1/traces`)} \\`,
    `  -H ${shell(`X-API-Key: ${key}`)} -H 'Content-Type: application/json' \\`,
    `  -d ${filled}`,
  ].join('\n');
}

function collector({ endpoint, key }: Target): string {
  return [
    'exporters:',
    '  otlphttp/tidemark:',
    `    endpoint: ${JSON.stringify(endpoint)}`,
    '    headers:',
    `      x-api-key: ${JSON.stringify(key)}`,
    'service:',
    '  pipelines:',
    '    traces:',
    '      exporters: [otlphttp/tidemark]',
    '    metrics:',
    '      exporters: [otlphttp/tidemark]',
  ].join('\n');
}
