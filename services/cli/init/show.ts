import type { CommandContext, Environment } from '../context.ts';
import type { Verified } from '../registration.ts';
import { exporterSettings, exportLines } from '../sdk-settings.ts';
import { sendFirstSpan } from './first-span.ts';
import { fromContainer, isLoopback } from './probe-endpoint.ts';

/** The key, once, and what points an SDK here. */
export function showKey(
  verified: Verified,
  url: string,
  { terminal, environment }: CommandContext,
): void {
  const { api_key: key, service_name: service } = verified;
  const settings = exporterSettings({ url, key, service });
  terminal.record({ ...verified, url, environment: settings });
  terminal.say(`${terminal.style.good('✔')} ${service} is registered.`);
  terminal.say('');
  terminal.say('Its API key, shown this once:');
  terminal.say('');
  terminal.say(`  ${terminal.style.bold(key)}`);
  terminal.say('');
  terminal.say('Point an OpenTelemetry SDK here with:');
  terminal.say('');
  for (const line of exportLines(settings)) terminal.say(`  ${line}`);
  terminal.say('');
  for (const hint of hintsOf(url, environment)) terminal.say(terminal.style.dim(hint));
}

/** What would keep an SDK from coming here although its lines are right. */
function hintsOf(url: string, environment: Environment): readonly string[] {
  const { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol } = environment;
  return [
    ...(isLoopback(url)
      ? [
          `In a container 127.0.0.1 is the container: start the server with TIDEMARK_HOST=0.0.0.0 and use OTEL_EXPORTER_OTLP_ENDPOINT=${fromContainer(url)} there.`,
        ]
      : []),
    ...(protocol === 'grpc'
      ? [
          'Your environment selects gRPC: unset OTEL_EXPORTER_OTLP_TRACES_PROTOCOL, or send to the port of gRPC (4317).',
        ]
      : []),
  ];
}

/** Shows that the whole way works, with the address of what came of it. */
export async function showFirstSpan(
  { api_key: key, service_name: service }: Verified,
  url: string,
  { terminal, ended }: CommandContext,
): Promise<void> {
  const { traceId, traceUrl } = await terminal.progress('Sending a first span', () =>
    sendFirstSpan(url, key, service, ended),
  );
  const pageUrl = `${url}/traces/${traceId}`;
  terminal.record({ trace_id: traceId, trace_url: traceUrl, page_url: pageUrl });
  terminal.say('');
  terminal.say(`${terminal.style.good('✔')} A first span was sent and can be read:`);
  terminal.say('');
  terminal.say(`  ${pageUrl}`);
  terminal.say(`  curl -H 'X-API-Key: ${key}' ${traceUrl}`);
}
