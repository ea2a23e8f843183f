import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { z } from 'zod';
import { id } from '../../../contract/fields.ts';
import { pageEditingKeys } from '../../../contract/page-editing.ts';

const optionalId = id.optional().catch(undefined);

/**
 * Which panel is open, in the address: Back closes it, a copied link opens it, and there is never more than one.
 * `edit` is the heading row in its panel; `list` the heading whose children are open; `sub` the child whose own
 * children are open in its place; `row` the row loaded into the open panel's form; `from` the section of the public
 * page the person came from and goes back to.
 */
export const panelSearch = z.object({
  edit: z
    .union([id, z.literal('new')])
    .optional()
    .catch(undefined),
  list: optionalId,
  sub: optionalId,
  row: optionalId,
  from: z
    .string()
    .regex(/^[a-z]+$/)
    .optional()
    .catch(undefined),
});
export type PanelSearch = z.infer<typeof panelSearch>;

/** The open panel, and how to open another one. */
export interface Panels {
  open: PanelSearch;
  edit(row: number | 'new'): void;
  /** Opens the children of a heading row. */
  list(heading: number): void;
  /** Replaces the open child panel by the children of one of its rows. */
  sub(child: number): void;
  /** Loads a row into the open panel's form, or empties it. */
  row(row: number | undefined): void;
  /** Closes the open panel; a grandchild panel hands back to the child panel. `saved`: nothing unsaved is left to ask about. */
  close(saved?: boolean): void;
}

/** Reads and changes the panel part of the address. */
export function usePanels(): Panels {
  const open = panelSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const router = useRouter();
  const here = useLocation();
  const wasOpenedHere = here.state.openedHere === true;
  // A save may end after the person has gone on; its panel is then not there to be emptied or closed.
  const hasMovedOn = () => router.state.location.href !== here.href;

  /** Closes the panel, with the question about what is unsaved, and shows the public page. */
  async function leaveTo(section: string, saved: boolean): Promise<void> {
    await navigate({ to: '.', search: {}, replace: true, ignoreBlocker: saved });
    if (!hasMovedOn()) return;
    sessionStorage.setItem(pageEditingKeys.section, section);
    location.replace(`/#${section}`);
  }

  const go = (search: PanelSearch) => void navigate({ to: '.', search, state: { openedHere: true } });
  return {
    open,
    edit: (row) => go({ edit: row }),
    list: (heading) => go({ list: heading }),
    sub: (child) => go({ list: open.list, sub: child }),
    row(row) {
      if (hasMovedOn()) return;
      const state = { openedHere: wasOpenedHere };
      void navigate({ to: '.', search: { ...open, row }, replace: true, state, ignoreBlocker: row === undefined });
    },
    close(saved = false) {
      if (hasMovedOn()) return;
      if (open.from !== undefined) return void leaveTo(open.from, saved);
      if (wasOpenedHere) return router.history.back({ ignoreBlocker: saved });
      const search = open.sub === undefined ? {} : { list: open.list };
      void navigate({ to: '.', search, replace: true, ignoreBlocker: saved });
    },
  };
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The panel was opened by a click on the page below it, so that closing it may go back in history. */
    openedHere?: boolean;
  }
}
