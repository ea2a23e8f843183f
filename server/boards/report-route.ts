import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import * as contract from '../../contract/board-report.ts';
import { boardsReport, type ExpenseReport, listReport } from '../../core/boards/report.ts';
import { reportCsv } from '../../core/boards/report-csv.ts';
import { reportXlsx } from '../../core/boards/report-xlsx.ts';
import { invalid } from '../../core/errors.ts';
import { countFailure } from '../../core/metrics/registry.ts';
import { signedIn } from '../accounts/access.ts';
import { recordExport } from '../audit/record-export.ts';
import type { Dependencies } from '../dependencies.ts';
import { sendDownload } from '../http/download.ts';
import { fieldMessages } from '../http/errors.ts';
import { customRoute } from '../rest/custom-route.ts';

/** Content types by format. */
const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const;

const shared = {
  methods: ['GET'],
  access: ['boards:read', 'boards:shared'],
  // A browser navigates to a report, so the download cookie signs in too.
  download: true,
} as const;
const wrongQuery = 'a field of the query is not valid';

/** The expense report of a list as a file. */
export const exportList = customRoute({
  ...shared,
  path: '/api/trello/exportlistexpense',
  summary: 'Expense report of a list as .xlsx, with format=csv as CSV; in the query, also with the cookie of a browser',
  documents: {
    query: contract.listReport,
    types: Object.values(types),
    refusals: {
      400: `listId is not 24 hexadecimal digits, or ${wrongQuery}`,
      404: 'The list does not exist, or its board is not shared with the account of the caller',
    },
  },
  handler: (deps) => async (request, reply) => {
    const { listId, ...choices } = parse(contract.listReport, request.query);
    return send(deps, request, reply, choices, await listReport(deps, listId, choices, signedIn(request)));
  },
});

/** The expense report of a board, or of all boards that the caller may see, as a file. */
export const exportBoards = customRoute({
  ...shared,
  path: '/api/trello/exportexpenses',
  summary: 'Expense report of a board, without boardId of all boards; otherwise as that of a list',
  documents: {
    query: contract.boardsReport,
    types: Object.values(types),
    refusals: {
      400: `boardId is not 24 hexadecimal digits, or ${wrongQuery}`,
      404: 'The board does not exist, or is not shared with the account of the caller',
    },
  },
  handler: (deps) => async (request, reply) => {
    const { boardId, ...choices } = parse(contract.boardsReport, request.query);
    return send(deps, request, reply, choices, await boardsReport(deps, boardId, choices, signedIn(request)));
  },
});

function parse<Query extends z.ZodObject>(schema: Query, query: unknown): z.output<Query> {
  const parsed = schema.safeParse(query);
  if (!parsed.success) throw invalid(fieldMessages(parsed.error));
  return parsed.data;
}

async function send(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  choices: contract.ReportChoices,
  report: ExpenseReport,
) {
  const { format, from, to } = choices;
  const { scope, title, subtitle } = report;
  await recordExport(deps, signedIn(request), request, 'boards.exportExpenses', {
    [scope]: title,
    ...(scope === 'list' && { board: subtitle.replace(/^Board: /, '') }),
    ...choices,
  });
  const range = [...(from ? [`from ${from}`] : []), ...(to ? [`to ${to}`] : [])].map((part) => ` ${part}`).join('');
  return sendDownload(request, reply, {
    name: `Expenses - ${title}${range}.${format}`,
    type: types[format],
    content() {
      if (format === 'csv') return reportCsv(report);
      return reportXlsx(report, (error) => {
        countFailure('report');
        request.log.error({ err: error, requestId: request.id }, 'a report broke off');
      });
    },
  });
}
