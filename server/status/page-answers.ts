import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import type { StatusForm } from './documents.ts';

/** The content type of each form of a status page. */
export const contentTypes: Record<StatusForm, string> = {
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
};

/** Answers 404 for a page without servers. */
export async function sendNoServers(reply: FastifyReply, deps: Dependencies): Promise<FastifyReply> {
  const notice = await deps.landing.notice('Status', 'No servers are listed here yet.');
  return reply.code(404).type(contentTypes.html).send(notice);
}

/** The page that the query names; null for anything but a whole number from 1. */
export function pageOf({ query }: FastifyRequest<{ Querystring: { page?: string } }>): number | null {
  const page = Number(query.page ?? 1);
  return Number.isSafeInteger(page) && page >= 1 && page <= 100_000 ? page : null;
}
