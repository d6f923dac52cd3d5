import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Kafka, logLevel } from 'kafkajs';
import { freePorts } from './free-ports.ts';
import { temporaryFolder } from './temporary-folder.ts';

const run = promisify(execFile);
const upMsMax = 180_000;
const host = '127.0.0.1';
const password = 'tide-and-time';

type SecureListener = {
  readonly brokers: readonly string[];
  readonly ca: string;
  readonly username: string;
  readonly password: string;
};

/** A broker that a test may break. */
export type OwnBroker = {
  readonly brokers: readonly string[];
  /** The same broker behind TLS, with PLAIN and SCRAM-SHA-512. */
  readonly secure: SecureListener;
  /** In which each partition has a folder. */
  readonly logFolder: string;
  readonly pid: () => number | undefined;
  /** As by SIGKILL or a crash. */
  kill(): Promise<void>;
  /** Up again on the same ports and data; resolves when it answers. */
  restart(): Promise<void>;
  /** Stops answering without closing anything. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
};

/** One real broker in KRaft mode on free ports, its data in a temporary folder. */
export async function startBroker(jars: string): Promise<OwnBroker> {
  const folder = await temporaryFolder();
  const [port, controllerPort, securePort] = await freePorts(3);
  const ca = await makeKeystore(folder.path);
  const properties = join(folder.path, 'server.properties');
  const ports = { port, controllerPort, securePort };
  await writeFile(properties, serverProperties(folder.path, ports));
  const classPath = ['-cp', join(jars, '*')];
  const scram = `SCRAM-SHA-512=[name=tide,password=${password}]`;
  const format = ['format', '-t', 'dGlkZW1hcmstdGVzdHM5OQ', '-c', properties, '-S', scram];
  await run('java', [...small, ...classPath, 'kafka.tools.StorageTool', ...format]);

  const brokers = [`${host}:${port}`];
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    child = spawn('java', [...small, ...classPath, 'kafka.Kafka', properties], { stdio: 'ignore' });
    await answering(brokers, child);
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  process.once('exit', () => child?.kill('SIGKILL'));
  await start();
  return {
    brokers,
    secure: { brokers: [`${host}:${securePort}`], ca, username: 'tide', password },
    logFolder: logFolderIn(folder.path),
    pid: () => child?.pid,
    kill: () => end('SIGKILL'),
    restart: start,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    stop: async () => {
      await end('SIGKILL');
      await folder.remove();
    },
  };
}

const logFolderIn = (folder: string): string => join(folder, 'log');

const small = ['-Xms128m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

type Ports = {
  readonly port: number | undefined;
  readonly controllerPort: number | undefined;
  readonly securePort: number | undefined;
};

function serverProperties(folder: string, { port, controllerPort, securePort }: Ports): string {
  const plain = 'org.apache.kafka.common.security.plain.PlainLoginModule required';
  const scram = 'org.apache.kafka.common.security.scram.ScramLoginModule required';
  return Object.entries({
    'process.roles': 'broker,controller',
    'node.id': '1',
    'controller.quorum.voters': `1@${host}:${controllerPort}`,
    'controller.listener.names': 'CONTROLLER',
    listeners: `OPEN://${host}:${port},SECURE://${host}:${securePort},CONTROLLER://${host}:${controllerPort}`,
    'advertised.listeners': `OPEN://${host}:${port},SECURE://${host}:${securePort}`,
    'listener.security.protocol.map': 'OPEN:PLAINTEXT,SECURE:SASL_SSL,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': 'OPEN',
    'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-512',
    'listener.name.secure.plain.sasl.jaas.config': `${plain} user_tide="${password}";`,
    'listener.name.secure.scram-sha-512.sasl.jaas.config': `${scram};`,
    'ssl.keystore.type': 'PKCS12',
    'ssl.keystore.location': join(folder, 'broker.p12'),
    'ssl.keystore.password': password,
    'log.dirs': logFolderIn(folder),
    'offsets.topic.num.partitions': '4',
    'offsets.topic.replication.factor': '1',
    'transaction.state.log.replication.factor': '1',
    'transaction.state.log.min.isr': '1',
    'group.initial.rebalance.delay.ms': '0',
    'auto.create.topics.enable': 'true',
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

async function makeKeystore(folder: string): Promise<string> {
  const store = ['-keystore', join(folder, 'broker.p12'), '-storepass', password];
  const subject = ['-alias', 'broker', '-dname', `CN=${host}`, '-ext', `san=ip:${host}`];
  const key = ['-keyalg', 'RSA', '-keysize', '2048', '-validity', '30', '-storetype', 'PKCS12'];
  await run('keytool', ['-genkeypair', ...store, ...subject, ...key]);
  const file = join(folder, 'broker.pem');
  await run('keytool', ['-exportcert', '-rfc', '-alias', 'broker', ...store, '-file', file]);
  return readFile(file, 'utf8');
}

async function answering(brokers: readonly string[], child: ChildProcess): Promise<void> {
  const retry = { retries: 0 };
  const client = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING, retry });
  const endMs = performance.now() + upMsMax;
  for (;;) {
    const admin = client.admin();
    try {
      await admin.connect();
      await admin.listTopics();
      return;
    } catch (error) {
      if (child.exitCode !== null) throw new Error(`the broker ended with ${child.exitCode}`);
      if (performance.now() > endMs)
        throw new Error(`expected a broker within ${upMsMax} ms`, { cause: error });
    } finally {
      await admin.disconnect();
    }
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}
