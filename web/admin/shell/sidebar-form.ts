import { useLocalStorage } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import { sectionFacts } from '../../../contract/sections.ts';

/** The page editor fills the window below the header, beside a collapsed sidebar. */
export const editorPath = `/admin/${sectionFacts('page').path}`;

/** The form of the sidebar as the user left it, in this browser. */
export function useSidebarForm() {
  // No default values: nothing is stored before the user chooses.
  const isEditor = useLocation().pathname === editorPath;
  const [isCollapsed = isEditor, setCollapsed] = useLocalStorage<boolean | undefined>({
    key: isEditor ? 'sidebarCollapsedInEditor' : 'sidebarCollapsed',
    getInitialValueInEffect: false,
  });
  const [closedGroups = [], setClosed] = useLocalStorage<string[] | undefined>({
    key: 'sidebarClosedGroups',
    getInitialValueInEffect: false,
  });
  const without = (title: string) => closedGroups.filter((closed) => closed !== title);
  return {
    isCollapsed,
    toggle: () => setCollapsed(!isCollapsed),
    /** Titles of the groups that the user has closed. */
    closedGroups,
    toggleGroup: (title: string) => setClosed(closedGroups.includes(title) ? without(title) : [...closedGroups, title]),
    openGroup(title: string) {
      if (closedGroups.includes(title)) setClosed(without(title));
    },
  };
}
