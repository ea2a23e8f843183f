import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { z } from 'zod';
import { id } from '../../../contract/fields.ts';

const optionalId = id.optional().catch(undefined);
const optionalRow = z
  .union([id, z.literal('new')])
  .optional()
  .catch(undefined);

/**
 * The open panel, in the address: Back closes the panel, a copied link opens it, and only one is open at a time.
 * `edit` is the row in the edit panel; `list` the row whose children are open; `sub` the child row whose own children
 * replace them; `row` the row in the child panel's form, which is closed without it.
 */
export const panelSearch = z.object({
  edit: optionalRow,
  list: optionalId,
  sub: optionalId,
  row: optionalRow,
});
type PanelSearch = z.infer<typeof panelSearch>;

/** The open panel and the functions that change it. */
export interface Panels {
  open: PanelSearch;
  edit(row: number | 'new'): void;
  /** Replaces the row in the edit panel by a new one, so that the old one does not open again when the panel closes. */
  editNew(): void;
  /** Opens the children of a row. */
  list(heading: number): void;
  /** Replaces the child panel by the children of one of its rows. */
  sub(child: number): void;
  /** Opens the form of the child panel, or closes it without a row. `saved` skips the question about unsaved input. */
  row(row: number | 'new' | undefined, saved?: boolean): void;
  /** Closes the panel, or returns from `sub` to the child panel. `saved` skips the question about unsaved input. */
  close(saved?: boolean): void;
}

/** Reads and changes the open panel in the address. */
export function usePanels(): Panels {
  const open = panelSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const router = useRouter();
  const here = useLocation();
  const wasOpenedHere = here.state.openedHere === true;
  // A save may end after the user has moved on; its panel is then no longer there to empty or close.
  const hasMovedOn = () => router.state.location.href !== here.href;

  const go = (search: PanelSearch) => void navigate({ to: '.', search, state: { openedHere: true } });
  return {
    open,
    edit: (row) => go({ edit: row }),
    editNew: () =>
      void navigate({
        to: '.',
        search: { ...open, edit: 'new' },
        replace: true,
        state: here.state,
        ignoreBlocker: true,
      }),
    list: (heading) => go({ list: heading }),
    sub: (child) => go({ list: open.list, sub: child }),
    row(row, saved = false) {
      if (hasMovedOn()) return;
      const state = { openedHere: wasOpenedHere };
      void navigate({ to: '.', search: { ...open, row }, replace: true, state, ignoreBlocker: saved });
    },
    close(saved = false) {
      if (hasMovedOn()) return;
      if (wasOpenedHere) return router.history.back({ ignoreBlocker: saved });
      const search = open.sub === undefined ? {} : { list: open.list };
      void navigate({ to: '.', search, replace: true, ignoreBlocker: saved });
    },
  };
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True for a panel opened by a click on the screen; closing goes back in history. */
    openedHere?: boolean;
  }
}
