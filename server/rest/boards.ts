import { z } from 'zod';
import { boardCategory } from '../../contract/boards.ts';
import { castTo } from '../../contract/cast.ts';
import { messages } from '../../contract/messages.ts';
import type { RestSection } from './record-routes.ts';
import { own, renaming, sentId } from './request-body.ts';
import type { RestRoute } from './route.ts';

const board = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  url: z.string(),
  IsArchived: z.literal([0, 1]),
});
const list = z.object({ TrelloBoardListId: z.string(), name: z.string(), IsArchived: z.literal([0, 1]) });
const category = z.object({ Id: z.int(), Name: z.string() });
const label = z.object({ Id: z.string(), Name: z.string() });
const trello24 = z.string().describe('24 hexadecimal digits');
const one = z.literal(1);
const archived = (isArchived: boolean) => (isArchived ? 1 : 0);

// What was sent goes to the procedures as it is: their schemas judge it, and `renaming` gives the documented names.
const reads: readonly RestRoute[] = [
  {
    method: 'POST',
    path: '/api/trello/getboards',
    access: 'signedIn',
    summary: 'Boards of the connected Trello account, as the last sync found them',
    data: z.array(board),
    async answer({ caller }) {
      const boards = await caller.boards.list();
      return {
        data: boards.map(({ trelloId, name, description, url, isArchived }) => ({
          id: trelloId,
          name,
          description,
          url,
          IsArchived: archived(isArchived),
        })),
      };
    },
  },
  {
    method: 'POST',
    path: '/api/trello/getboardlists',
    access: 'signedIn',
    summary: "A board's lists, in the board's order",
    body: z.object({ BoardId: trello24 }),
    data: z.array(list),
    async answer({ body, caller }) {
      const boardId = castTo<string>(own(body, 'BoardId'));
      const lists = await renaming({ boardId: 'BoardId' }, () => caller.boards.lists({ boardId }));
      return {
        data: lists.map(({ id, name, isArchived }) => ({
          TrelloBoardListId: id,
          name,
          IsArchived: archived(isArchived),
        })),
      };
    },
  },
  {
    method: 'GET',
    path: '/api/trello/getlabelcatogery',
    access: 'signedIn',
    summary: 'Categories of labels',
    data: z.array(category),
    async answer({ caller }) {
      const categories = await caller.boards.categories();
      return { data: categories.map(({ id, name }) => ({ Id: id, Name: name })) };
    },
  },
  {
    method: 'POST',
    path: '/api/trello/getcategorylabellist',
    access: 'signedIn',
    summary: 'Labels of a category',
    body: z.object({ CategoryId: z.int() }),
    data: z.array(label),
    async answer({ body, caller }) {
      const categoryId = castTo<number>(sentId(body, ['CategoryId']));
      const labels = await renaming({ categoryId: 'CategoryId' }, () => caller.boards.categoryLabels({ categoryId }));
      return { data: labels.map(({ id, name }) => ({ Id: id, Name: name })) };
    },
  },
  {
    method: 'GET',
    path: '/api/trello/getalllabellist',
    access: 'signedIn',
    summary: 'Labels of every board; one without a name goes by its colour',
    data: z.array(label),
    async answer({ caller }) {
      const labels = await caller.boards.labels();
      return { data: labels.map(({ id, name }) => ({ Id: id, Name: name })) };
    },
  },
];

const writes: readonly RestRoute[] = [
  {
    method: 'POST',
    path: '/api/trello/synctrello',
    access: 'admin',
    summary: 'Starts a sync with Trello; 409 while one is under way',
    data: one,
    async answer({ caller }) {
      await caller.boards.sync();
      return { data: 1 };
    },
  },
  {
    method: 'POST',
    path: '/api/trello/addboardcategorylabel',
    access: 'admin',
    summary: 'Puts a label into a category; 409 when it is there already',
    body: z.object({ TrelloBoardLableId: trello24, TrelloBoardCategoryId: z.int() }),
    data: one,
    async answer({ body, caller }) {
      const labelId = castTo<string>(own(body, 'TrelloBoardLableId'));
      const categoryId = castTo<number>(sentId(body, ['TrelloBoardCategoryId']));
      const names = { labelId: 'TrelloBoardLableId', categoryId: 'TrelloBoardCategoryId' };
      await renaming(names, () => caller.boards.addLabel({ labelId, categoryId }));
      return { message: messages.saved, data: 1 };
    },
  },
  {
    method: 'POST',
    path: '/api/trello/savecategory',
    access: 'admin',
    summary: 'Category of labels: creates without an id, renames with one',
    body: z.object({ CategoryId: z.int().nullish(), Name: boardCategory.shape.name }),
    data: one,
    async answer({ body, caller }) {
      const id = castTo<number | undefined>(sentId(body, ['CategoryId']));
      const name = castTo<string>(own(body, 'Name'));
      await renaming({ id: 'CategoryId', name: 'Name' }, () => caller.boards.saveCategory({ id, name }));
      return { message: messages.saved, data: 1 };
    },
  },
];

/** Trello's boards, lists, labels and their categories (specification, section 7); the report is in boards-report.ts. */
export const boardsRest: RestSection = { title: 'Task boards (Trello)', records: [], routes: [...reads, ...writes] };
