import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const downloadMsMax = 240_000;

export const kafkaVersion = process.env.KAFKA_VERSION ?? '4.1.0';

const pom = `<project>
  <modelVersion>4.0.0</modelVersion><groupId>tests</groupId><artifactId>kafka</artifactId><version>1</version>
  <dependencies><dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>${kafkaVersion}</version></dependency></dependencies>
</project>
`;

/** A folder with Kafka's jars, from Maven Central when it is not cached; undefined without java and mvn. */
export async function kafkaJars(): Promise<string | undefined> {
  const tools = ['java', 'keytool', 'mvn'];
  const missing = await Promise.all(tools.map(async tool => !(await isOnPath(tool))));
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'tidemark');
  const jars = join(cache, `kafka-${kafkaVersion}`);
  const [noJava, noKeytool, noMaven] = missing;
  if (noJava || noKeytool || (noMaven && !existsSync(jars))) return undefined;
  if (!existsSync(jars)) await download(cache, jars);
  return jars;
}

async function isOnPath(tool: string): Promise<boolean> {
  const folders = (process.env.PATH ?? '').split(':');
  return folders.some(folder => folder !== '' && existsSync(join(folder, tool)));
}

/** Complete under its name or not there at all, whoever else downloads at the same time. */
async function download(cache: string, jars: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'download-'));
  try {
    await writeFile(join(folder, 'pom.xml'), pom);
    const goal = ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=jars'];
    await run('mvn', goal, { cwd: folder, timeout: downloadMsMax });
    await rename(join(folder, 'jars'), jars).catch(async error => {
      if (!existsSync(jars)) await cp(join(folder, 'jars'), jars, { recursive: true });
      if (!existsSync(jars)) throw error;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
