import type { FastifyReply, FastifyRequest } from 'fastify';
import { responseCounter } from '../../core/metrics/responses.ts';
import { routeOf } from '../metrics/routes.ts';

/** A response that can be sent again. */
export interface SentAnswer {
  /** Names and values by turns. */
  headers: string[];
  /** Counts the response for the metrics. */
  count(durationMs: number): void;
}

/** An answer that Fastify has sent to a GET request; null if it has headers for one caller or one connection. */
export function sentAnswer(request: FastifyRequest, reply: FastifyReply): SentAnswer | null {
  const sent = reply.getHeaders();
  if (sent['set-cookie'] !== undefined || sent.connection !== undefined) return null;
  return {
    headers: Object.entries(sent).flatMap(([name, value]) => [name, String(value)]),
    count: responseCounter(routeOf(request), 'GET', reply.statusCode),
  };
}

/** The bytes of a body; null for a stream. */
export function bytesOf(payload: unknown): Buffer | null {
  if (typeof payload === 'string') return Buffer.from(payload);
  return Buffer.isBuffer(payload) ? payload : null;
}
