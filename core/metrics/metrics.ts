import { Registry } from 'prom-client';
import { readGauges } from './gauges.ts';
import { processMetrics } from './registry.ts';

/** Content type of the Prometheus text format. */
export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE;

/** Returns the function that renders /metrics; concurrent callers share one rendering. */
export function metricsReader(deps: Parameters<typeof readGauges>[0]): () => Promise<string> {
  let reading: Promise<string> | undefined;
  const read = async () => Registry.merge([processMetrics, await readGauges(deps)]).metrics();
  return () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}
