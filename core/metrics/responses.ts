import { Counter, Histogram } from 'prom-client';
import { processMetrics } from './registry.ts';

// prom-client looks the series up by its labels for every value, which costs a tenth of a small answer. These classes give
// access to a series. `hashMap` is not in prom-client's types (15.1); tests/http/ready-answers.store.test.ts fails without it.

interface Labels {
  route: string;
  method: string;
}

interface CounterSeries {
  labels: Labels & { status: number };
  value: number;
}

class ResponseCounter extends Counter<'route' | 'method' | 'status'> {
  declare hashMap: Record<string, CounterSeries>;

  series({ route, method, status }: CounterSeries['labels']): CounterSeries {
    const isThis = ({ labels }: CounterSeries) =>
      labels.route === route && labels.method === method && labels.status === status;
    const known = Object.values(this.hashMap).find(isThis);
    if (known) return known;
    this.inc({ route, method, status }, 0);
    return this.series({ route, method, status });
  }
}

interface TimeSeries {
  labels: Labels;
  sum: number;
  count: number;
  /** Number of values up to a bound, in seconds, and above the bound before. */
  bucketValues: Record<string, number>;
}

class ResponseTimes extends Histogram<'route' | 'method'> {
  declare hashMap: Record<string, TimeSeries>;

  series({ route, method }: Labels): TimeSeries {
    const isThis = ({ labels }: TimeSeries) => labels.route === route && labels.method === method;
    const known = Object.values(this.hashMap).find(isThis);
    if (known) return known;
    this.zero({ route, method });
    return this.series({ route, method });
  }
}

const registers = [processMetrics];
/** Seconds. */
const bounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const buckets = bounds.map((bound) => [bound, String(bound)] as const);

const requests = new ResponseCounter({
  name: 'vitrine_http_requests_total',
  help: 'Requests by route pattern, method and status.',
  labelNames: ['route', 'method', 'status'] as const,
  registers,
});

const times = new ResponseTimes({
  name: 'vitrine_http_request_duration_seconds',
  help: 'Response times by route pattern and method.',
  labelNames: ['route', 'method'] as const,
  buckets: bounds,
  registers,
});

type Count = (durationMs: number) => void;
const counts = new Map<string, Count>();

/** Returns the function that counts a response and its duration in milliseconds. The route is a pattern, never a URL. */
export function responseCounter(route: string, method: string, status: number): Count {
  const key = `${status} ${method} ${route}`;
  const known = counts.get(key);
  if (known) return known;
  const made = countInto(requests.series({ route, method, status }), times.series({ route, method }));
  counts.set(key, made);
  return made;
}

function countInto(counted: CounterSeries, timed: TimeSeries): Count {
  return (durationMs) => {
    const seconds = durationMs / 1000;
    counted.value += 1;
    timed.count += 1;
    timed.sum += seconds;
    for (const [bound, name] of buckets) {
      if (seconds > bound) continue;
      timed.bucketValues[name] = (timed.bucketValues[name] ?? 0) + 1;
      break;
    }
  };
}
