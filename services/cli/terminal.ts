import type { Readable, Writable } from 'node:stream';
import ora, { type Ora } from 'ora';
import { exactJsonText } from '../../schemas/exact-json.ts';

export type Stream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export type Streams = {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Stream;
  readonly stderr: Stream;
};

/** What a command says: sentences to people, records to machines, never both. */
export type Terminal = {
  readonly json: boolean;
  /** The terminal is interactive, so the user can be prompted. */
  readonly interactive: boolean;
  /** Characters of a line. */
  readonly width: number;
  /** A line for people. */
  readonly say: (line: string) => void;
  /** A record for machines, as one line of JSON. */
  readonly record: (record: object) => void;
  /** Something to know of what was said, beside it. */
  readonly warn: (sentence: string) => void;
  /** An error, in whichever form. */
  readonly fail: (sentence: string, record?: object) => void;
  readonly style: Style;
  /** Shows that work goes on; what `work` reports stands beside the sign. */
  readonly progress: <T>(text: string, work: (report: Report) => Promise<T>) => Promise<T>;
};

export type Report = (text: string) => void;

export type Style = {
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
};

/** Of what is no terminal. */
const widthDefault = 120;

/** Quick work is over before a sign of it would be read. */
const progressAfterMs = 400;

export function openTerminal(streams: Streams, json: boolean, color: boolean): Terminal {
  const { stdin, stdout, stderr } = streams;
  const spinners = openSpinners(stderr);
  return {
    json,
    width: stdout.columns ?? widthDefault,
    interactive: !json && stdin.isTTY === true && stdout.isTTY === true,
    say: line => {
      if (!json) spinners.beside(() => stdout.write(`${line}\n`));
    },
    record: record => {
      if (json) stdout.write(`${exactJsonText(record)}\n`);
    },
    warn: sentence => {
      const line = json ? JSON.stringify({ warning: sentence }) : `note: ${sentence}`;
      spinners.beside(() => stderr.write(`${line}\n`));
    },
    fail: (sentence, record = {}) => {
      const line = json ? JSON.stringify({ error: sentence, ...record }) : `error: ${sentence}`;
      stderr.write(`${line}\n`);
    },
    style: styles(color && !json && stdout.isTTY === true),
    progress: (text, work) =>
      json || !canSpin(stderr) ? work(() => undefined) : spinners.during(text, work),
  };
}

/** A terminal of unknown width cannot be drawn on. */
const canSpin = ({ isTTY, columns = 0 }: Stream): boolean => isTTY === true && columns > 0;

function openSpinners(stream: Stream) {
  let active: Ora | undefined;
  return {
    during: async <T>(text: string, work: (report: Report) => Promise<T>): Promise<T> => {
      const spinner = ora({ text, stream, discardStdin: false, color: 'cyan' });
      const timer = setTimeout(() => {
        active = spinner.start();
      }, progressAfterMs);
      try {
        return await work(news => {
          spinner.text = news;
        });
      } finally {
        clearTimeout(timer);
        active = undefined;
        spinner.stop();
      }
    },
    /** Writes above a spinner that may be turning. */
    beside: (write: () => void): void => {
      active?.clear();
      write();
      active?.render();
    },
  };
}

function styles(on: boolean): Style {
  const wrap = (start: number, end: number) => (text: string) =>
    on ? `\u001b[${start}m${text}\u001b[${end}m` : text;
  return { dim: wrap(2, 22), bold: wrap(1, 22), good: wrap(32, 39), bad: wrap(31, 39) };
}
