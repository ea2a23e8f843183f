import { ActionIcon, Anchor, AppShell, Burger, Group, Text, Tooltip } from '@mantine/core';
import { useDisclosure, useElementSize } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { clearSession, readSession } from '../accounts/store.ts';
import { client } from '../api/client.ts';
import css from './admin-layout.module.css';
import { LogoutIcon } from './icons.tsx';
import { Sidebar } from './sidebar.tsx';
import { ToastDock } from './toasts.tsx';

/** Minimum height of the header, in px; notifications can increase it. */
const headerHeight = 56;

/** Header, sidebar and screen (specification, section 2, Admin shell). */
export function AdminLayout() {
  const [isMenuOpen, menu] = useDisclosure();
  const { pathname } = useLocation();
  const session = readSession();
  const bar = useElementSize();
  useEffect(() => menu.close(), [pathname]);

  return (
    <AppShell
      header={{ height: Math.max(headerHeight, bar.height) }}
      navbar={{ width: 232, breakpoint: 'md', collapsed: { mobile: !isMenuOpen } }}
      padding={{ base: 'md', md: 'xl' }}
      layout="alt"
    >
      <AppShell.Header className={css.header}>
        <div ref={bar.ref} className={css.bar}>
          <Burger
            opened={isMenuOpen}
            onClick={menu.toggle}
            hiddenFrom="md"
            size="sm"
            aria-label={isMenuOpen ? 'Close the menu' : 'Open the menu'}
          />
          <ToastDock />
          <Group gap="md" ms="auto" wrap="nowrap">
            <Text size="sm" c="dimmed" truncate maw="10rem" visibleFrom="sm">
              {session?.userName}
            </Text>
            <Anchor component={Link} to="/admin/changepassword" size="sm">
              Change Password
            </Anchor>
            <Tooltip label="Log out">
              <ActionIcon variant="subtle" size="lg" aria-label="Log out" onClick={() => void logout()}>
                <LogoutIcon />
              </ActionIcon>
            </Tooltip>
          </Group>
        </div>
      </AppShell.Header>
      <AppShell.Navbar className={css.navbar} mod={{ closed: !isMenuOpen }} aria-label="Screens">
        <Sidebar isAdmin={session?.role === 'Admin'} onClose={menu.close} />
      </AppShell.Navbar>
      <AppShell.Main className={css.main}>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

/** Ends the session on the server and in this browser, then opens the public page. */
async function logout(): Promise<void> {
  try {
    await client.session.logout.mutate();
  } catch (error) {
    // Sign out even if the server is unreachable; the token then ends at its expiry.
    console.error('Ending the session on the server failed', error);
  }
  clearSession();
  location.assign('/');
}
