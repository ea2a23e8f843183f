import { z } from 'zod';
import { reportFormats, trelloId } from '../../contract/boards.ts';
import { expenseReport } from '../../core/boards/report.ts';
import { reportCsv } from '../../core/boards/report-csv.ts';
import { reportXlsx } from '../../core/boards/report-xlsx.ts';
import { invalid } from '../../core/errors.ts';
import { countFailure } from '../../core/metrics/registry.ts';
import { signedIn } from '../accounts/access.ts';
import { recordExport } from '../audit/record-export.ts';
import { sendDownload } from '../http/download.ts';
import { fieldMessages } from '../http/errors.ts';
import { customRoute } from '../rest/custom-route.ts';

const query = z.object({
  listId: trelloId('listId'),
  format: z.enum(reportFormats, 'format must be xlsx or csv').default('xlsx'),
});

/** Content types by format. */
const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const;

/** The expense report of a list as a file; a browser navigates to it, so the download cookie signs in too. */
export const boardsReport = customRoute({
  methods: ['GET'],
  path: '/api/trello/exportlistexpense',
  access: ['boards:read', 'boards:shared'],
  summary: 'Expense report of a list as .xlsx, with format=csv as CSV; in the query, also with the cookie of a browser',
  download: true,
  documents: {
    query,
    types: Object.values(types),
    refusals: {
      400: 'listId is not 24 hexadecimal digits, or format is unknown',
      404: 'The list does not exist, or its board is not shared with the account of the caller',
    },
  },
  handler: (deps) => async (request, reply) => {
    const parsed = query.safeParse(request.query);
    if (!parsed.success) throw invalid(fieldMessages(parsed.error));
    const { listId, format } = parsed.data;
    const session = signedIn(request);
    const report = await expenseReport(deps, listId, session);
    await recordExport(deps, session, request, 'boards.exportExpenses', {
      list: report.list,
      board: report.board,
      format,
    });
    return sendDownload(request, reply, {
      name: `Expenses - ${report.list}.${format}`,
      type: types[format],
      content() {
        if (format === 'csv') return reportCsv(report);
        return reportXlsx(report, (error) => {
          countFailure('report');
          request.log.error({ err: error, requestId: request.id }, 'a report broke off');
        });
      },
    });
  },
});
