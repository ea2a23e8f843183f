import { z } from 'zod';
import { boardCategory, categoryLabel, trelloId } from '../../contract/boards.ts';
import { messages } from '../../contract/messages.ts';
import { exportBoards, exportList } from '../boards/report-route.ts';
import { asBit, flagOutput } from './fields.ts';
import { requiredId, targetId } from './ids.ts';
import type { RestSection } from './record-routes.ts';
import { plain, requestBody } from './request-body.ts';
import { type RestRoute, route } from './route.ts';

const board = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  url: z.string(),
  IsArchived: flagOutput,
});
const list = z.object({ TrelloBoardListId: z.string(), name: z.string(), IsArchived: flagOutput });
const category = z.object({ Id: z.int(), Name: z.string() });
const label = z.object({ Id: z.string(), Name: z.string() });
const trello24 = z.string().describe('24 hexadecimal digits');
const one = z.literal(1);

const documentedName = ({ id, name }: { id: string; name: string }) => ({ Id: id, Name: name });

const reads: readonly RestRoute[] = [
  route({
    method: 'POST',
    path: '/api/trello/getboards',
    access: ['boards:read', 'boards:shared'],
    summary: 'Boards of the connected Trello account, as the last sync found them',
    output: z.array(board),
    async handle({ caller }) {
      const boards = await caller.boards.list();
      return {
        data: boards.map(({ trelloId, name, description, url, isArchived }) => ({
          id: trelloId,
          name,
          description,
          url,
          IsArchived: asBit(isArchived),
        })),
      };
    },
  }),
  route({
    method: 'POST',
    path: '/api/trello/getboardlists',
    access: ['boards:read', 'boards:shared'],
    summary: "A board's lists, in the board's order",
    input: requestBody({ boardId: plain('BoardId', trelloId('BoardId'), trello24) }),
    output: z.array(list),
    async handle({ caller }, { boardId }) {
      const lists = await caller.boards.lists({ boardId });
      return {
        data: lists.map(({ id, name, isArchived }) => ({
          TrelloBoardListId: id,
          name,
          IsArchived: asBit(isArchived),
        })),
      };
    },
  }),
  route({
    method: 'GET',
    path: '/api/trello/getlabelcatogery',
    access: ['boards:read', 'boards:shared'],
    summary: 'Categories of labels',
    output: z.array(category),
    async handle({ caller }) {
      const categories = await caller.boards.categories();
      return { data: categories.map(({ id, name }) => ({ Id: id, Name: name })) };
    },
  }),
  route({
    method: 'POST',
    path: '/api/trello/getcategorylabellist',
    access: ['boards:read', 'boards:shared'],
    summary: 'Labels of a category',
    input: requestBody({ categoryId: requiredId('CategoryId') }),
    output: z.array(label),
    async handle({ caller }, { categoryId }) {
      return { data: (await caller.boards.categoryLabels({ categoryId })).map(documentedName) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/trello/getalllabellist',
    access: ['boards:read', 'boards:shared'],
    summary: 'Labels of every board; one without a name goes by its colour',
    output: z.array(label),
    async handle({ caller }) {
      return { data: (await caller.boards.labels()).map(documentedName) };
    },
  }),
];

const writes: readonly RestRoute[] = [
  route({
    method: 'POST',
    path: '/api/trello/synctrello',
    access: ['boards:write'],
    summary: 'Starts a sync with Trello; 409 while one is under way',
    output: one,
    async handle({ caller }) {
      await caller.boards.sync();
      return { data: 1 };
    },
  }),
  route({
    method: 'POST',
    path: '/api/trello/addboardcategorylabel',
    access: ['boards:write'],
    summary: 'Puts a label into a category; 409 when it is there already',
    input: requestBody({
      labelId: plain('TrelloBoardLableId', categoryLabel.shape.labelId, trello24),
      categoryId: requiredId('TrelloBoardCategoryId'),
    }),
    output: one,
    async handle({ caller }, input) {
      await caller.boards.addLabel(input);
      return { message: messages.saved, data: 1 };
    },
  }),
  route({
    method: 'POST',
    path: '/api/trello/savecategory',
    access: ['boards:write'],
    summary: 'Category of labels: creates without an id, renames with one',
    input: requestBody({ id: targetId('CategoryId'), name: plain('Name', boardCategory.shape.name) }),
    output: one,
    async handle({ caller }, input) {
      await caller.boards.saveCategory(input);
      return { message: messages.saved, data: 1 };
    },
  }),
];

/** Trello's boards, lists, labels and their categories (specification, section 7). */
export const boardsRest: RestSection = {
  title: 'Task boards (Trello)',
  records: [],
  routes: [exportList, exportBoards, ...reads, ...writes],
};
