/** What a text in the Prometheus format says. */
export interface ParsedMetrics {
  /** Help text by metric name. */
  help: Map<string, string>;
  /** Lines that are values: name with labels, and the value. */
  samples: { name: string; labels: string; value: number }[];
}

/** Reads the Prometheus text format as far as we write it; throws on a line that is not of it. */
export function parseMetrics(text: string): ParsedMetrics {
  const help = new Map<string, string>();
  const samples: ParsedMetrics['samples'] = [];
  for (const line of text.split('\n')) {
    const match = /^# HELP (\S+) (.*)$/.exec(line);
    if (match) help.set(match[1] ?? '', match[2] ?? '');
    if (line === '' || line.startsWith('#')) continue;
    const sample = /^([a-z_][a-z0-9_]*)(\{.*\})? (\S+)$/i.exec(line);
    if (!sample) throw new Error(`not of the format: ${line}`);
    const [, name = '', labels = '', value = ''] = sample;
    samples.push({ name, labels, value: Number(value) });
  }
  return { help, samples };
}

/** The metric a sample belongs to: a histogram's parts belong to the histogram. */
export function metricOf(name: string, help: ReadonlyMap<string, string>): string {
  const base = name.replace(/_(bucket|sum|count)$/, '');
  return help.has(name) ? name : base;
}
