import type { Admin } from 'kafkajs';
import type { TopicSpec } from '../port.ts';
import { isForbidden } from './errors.ts';

const name = 'retention.ms';
/** As Kafka numbers what has a configuration. */
const topicResource = 2;
/** As Kafka numbers where a value comes from: set for this topic. */
const setForTopic = 1;

/**
 * Makes topics that were there before keep records as long as wanted now. Kafka replaces all that is
 * set for a topic at once, so what its operators have set is sent again. A client that may not do
 * that leaves the topics as they are.
 */
export async function applyTopicRetention(
  admin: Admin,
  specs: readonly TopicSpec[],
): Promise<void> {
  if (specs.length === 0) return;
  const wanted = new Map(specs.map(({ topic, retentionMs }) => [topic, String(retentionMs)]));
  try {
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [...wanted.keys()].map(topic => ({
        type: topicResource,
        name: topic,
      })),
    });
    const changed = resources.filter(({ resourceName, configEntries }) =>
      configEntries.some(
        ({ configName, configValue }) =>
          configName === name && configValue !== wanted.get(resourceName),
      ),
    );
    if (changed.length === 0) return;
    await admin.alterConfigs({
      validateOnly: false,
      resources: changed.map(({ resourceName, configEntries }) => ({
        type: topicResource,
        name: resourceName,
        configEntries: [
          ...configEntries
            .filter(entry => entry.configSource === setForTopic && entry.configName !== name)
            .map(({ configName, configValue }) => ({ name: configName, value: configValue })),
          { name, value: wanted.get(resourceName) ?? '' },
        ],
      })),
    });
  } catch (error) {
    if (!isForbidden(error)) throw error;
  }
}
