import { CopyButton } from '../../ui/copy-button.tsx';
import { LinkTo } from '../../ui/page-link.tsx';
import { Empty } from '../../ui/states.tsx';
import styles from './explore.module.css';

/** What makes a first metric come: a request that works as it stands, but for the key. */
export function HowToSend() {
  const endpoint = new URL('.', document.baseURI).href.replace(/\/$/u, '');
  const text = requestOf(endpoint);
  return (
    <div className={styles.chosen}>
      <Empty title="No metric was sent in this range">
        Every OpenTelemetry SDK that sends traces here sends its metrics, too. This request sends
        one:
      </Empty>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <pre className={styles.code} tabIndex={0}>
        {text}
      </pre>
      <div className={styles.tools}>
        <CopyButton text={text} />
        <LinkTo link={{ to: '/setup' }}>Set up an application</LinkTo>
      </div>
    </div>
  );
}

function requestOf(endpoint: string): string {
  const point = { asDouble: 21.5, timeUnixNano: 'NOW' };
  const body = JSON.stringify({
    resourceMetrics: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'my-service' } }] },
        scopeMetrics: [
          { metrics: [{ name: 'room.temperature', unit: 'Cel', gauge: { dataPoints: [point] } }] },
        ],
      },
    ],
  });
  return [
    `curl -X POST '${endpoint.replaceAll("'", '%27')}/v1/metrics' \\`,
    `  -H 'X-API-Key: YOUR_KEY' -H 'Content-Type: application/json' \\`,
    `  -d '${body.replace('NOW', `'$(date +%s)'000000000`)}'`,
  ].join('\n');
}
