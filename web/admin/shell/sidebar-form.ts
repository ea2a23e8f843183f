import { useLocalStorage } from '@mantine/hooks';

/** Width of the sidebar, in px. */
export const sidebarWidth = { open: 232, collapsed: 64 } as const;

/** The form of the sidebar as the user left it, in this browser. */
export function useSidebarForm() {
  // No default values: nothing is stored before the user chooses.
  const [isCollapsed = false, setCollapsed] = useLocalStorage<boolean | undefined>({
    key: 'sidebarCollapsed',
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
