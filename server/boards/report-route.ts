import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { reportFormats, trelloId } from '../../contract/boards.ts';
import { expenseReport } from '../../core/boards/report.ts';
import { reportCsv } from '../../core/boards/report-csv.ts';
import { reportXlsx } from '../../core/boards/report-xlsx.ts';
import { invalid, unauthorized } from '../../core/errors.ts';
import { countFailure } from '../../core/metrics/registry.ts';
import { sessionOf } from '../accounts/request-session.ts';
import { recordExport } from '../audit/record-export.ts';
import type { Dependencies } from '../dependencies.ts';
import { attachment } from '../http/attachment.ts';

/** What the report's address takes. */
export const reportQuery = z.object({
  listId: trelloId('listId'),
  format: z.enum(reportFormats, 'format must be xlsx or csv').default('xlsx'),
});

/** What the report is, by format. */
export const reportTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const;

/** The expense report of a list as a file; a browser navigates to it, so the download cookie signs in too. */
export function registerBoardsReport(app: FastifyInstance, deps: Dependencies): void {
  app.get('/api/trello/exportlistexpense', async (request, reply) => {
    const session = await sessionOf(deps, request, { download: true });
    if (!session) throw unauthorized();
    const asked = reportQuery.safeParse(request.query);
    if (!asked.success)
      throw invalid(Object.fromEntries(asked.error.issues.map(({ path, message }) => [path.join('.'), message])));
    const { listId, format } = asked.data;
    const report = await expenseReport(deps, listId);
    reply
      .header('cache-control', 'no-store')
      .header('vary', 'Authorization, Cookie')
      .header('content-disposition', attachment(`Expenses - ${report.list}.${format}`))
      .type(reportTypes[format]);
    if (request.method === 'HEAD') return reply.send('');
    await recordExport(deps, session, request, 'boards.exportExpenses', {
      list: report.list,
      board: report.board,
      format,
    });
    if (format === 'csv') return reply.send(Readable.from(reportCsv(report)));
    return reply.send(
      reportXlsx(report, (error) => {
        countFailure('report');
        request.log.error({ err: error, requestId: request.id }, 'a report broke off');
      }),
    );
  });
}
