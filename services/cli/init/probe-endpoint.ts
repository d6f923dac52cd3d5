import { connect } from 'node:http2';
import { z } from 'zod';
import { CommandFailed } from '../errors.ts';

/** What is found at an address before the first request. */
export type Reached = 'tidemark' | 'nothing' | 'http2' | 'no-tls' | 'other';

/** Every refusal of Tidemark has these, also behind a gateway that lets only its routes through. */
const refusal = z.looseObject({ code: z.string(), request_id: z.string() });
/** What a gateway answers while the server behind it is away. */
const gatewayStatusMin = 502;
const answerMsMax = 5_000;
const settingsMsMax = 1_000;

const absent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN']);
const plain = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'EPROTO']);

/** Requests a resource that needs a key, without one. */
export async function probeEndpoint(url: string): Promise<Reached> {
  try {
    const response = await fetch(`${url}/v1/integrate/status`, {
      signal: AbortSignal.timeout(answerMsMax),
    });
    const body: unknown = await response.json().catch(() => undefined);
    const isOurs = response.status >= gatewayStatusMin || refusal.safeParse(body).success;
    return isOurs ? 'tidemark' : 'other';
  } catch (error) {
    const code = codeOf(error);
    if (absent.has(code)) return 'nothing';
    if (plain.has(code)) return 'no-tls';
    return beginning(url);
  }
}

function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return '';
}

/** How the other side begins: gRPC is HTTP/2. There are ports, too, on which nothing is ever fetched. */
function beginning(url: string): Promise<Reached> {
  return new Promise(resolve => {
    const session = connect(url);
    const settle = (reached: Reached): void => {
      clearTimeout(timer);
      session.destroy();
      resolve(reached);
    };
    const timer = setTimeout(() => settle('other'), settingsMsMax);
    session
      .once('remoteSettings', () => settle('http2'))
      .once('error', error => settle(absent.has(codeOf(error)) ? 'nothing' : 'other'));
  });
}

export type Surroundings = {
  /** This process runs in a container, whose own 127.0.0.1 is not that of the machine. */
  readonly isInContainer: boolean;
  /** A server could be run by the command itself. */
  readonly mayServe: boolean;
};

const httpPort = '4318';
const grpcPort = '4317';

/** Says what stands in the way, and the line to change. Nothing happens when it is Tidemark. */
export function assertTidemark(reached: Reached, url: string, around: Surroundings): void {
  switch (reached) {
    case 'tidemark':
      return;
    case 'nothing':
      throw new CommandFailed(nothingAnswers(url, around));
    case 'http2':
      throw new CommandFailed(
        `${originOf(url)} speaks gRPC or HTTP/2, and commands speak HTTP/1.1: use --url ${withPort(url, httpPort)}`,
      );
    case 'no-tls':
      throw new CommandFailed(
        `${originOf(url)} does not speak TLS: use --url ${url.replace('https:', 'http:')}`,
      );
    case 'other':
      throw new CommandFailed(
        `something that is not Tidemark answers on ${originOf(url)}: start a server on another port with ` +
          `TIDEMARK_PORT=${otherPort(url)} tidemark serve, and use --url ${withPort(url, otherPort(url))}`,
      );
  }
}

function nothingAnswers(url: string, { isInContainer, mayServe }: Surroundings): string {
  const origin = originOf(url);
  if (new URL(url).port === grpcPort) {
    return `nothing answers on ${origin}, which is gRPC's port: use --url ${withPort(url, httpPort)}`;
  }
  const oneself = mayServe ? ', or let this command run one with --serve' : '';
  const host =
    isInContainer && isLoopback(url)
      ? `; this is a container: for a server on its host, start that with TIDEMARK_HOST=0.0.0.0 tidemark serve, and use --url ${fromContainer(url)}`
      : '';
  return `nothing answers on ${origin}: start a server with tidemark serve, or name another with --url${oneself}${host}`;
}

export const isLoopback = (url: string): boolean =>
  /^(?:127\.|localhost$|\[::1\]$)/u.test(new URL(url).hostname);

/** The address under which containers of Docker and Podman find their machine. */
export function fromContainer(url: string): string {
  const seen = new URL(url);
  seen.hostname = 'host.docker.internal';
  return seen.origin;
}

const originOf = (url: string): string => new URL(url).origin;

const otherPort = (url: string): string => String(Number(new URL(url).port || httpPort) + 1);

function withPort(url: string, port: string): string {
  const other = new URL(url);
  other.port = port;
  return other.origin;
}
