import { ActionIcon, Anchor, AppShell, Box, Burger, Group, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { sectionFacts } from '../../../contract/sections.ts';
import { clearSession, currentSession } from '../accounts/store.ts';
import { requestHeaders } from '../api/client.ts';
import { FindButton } from '../find/find-button.tsx';
import { DraftNotice } from '../records/draft-notice.tsx';
import { dropAllDrafts } from '../records/drafts.ts';
import { chooseDestination, useIsContentScreen, useScreenDestination } from '../releases/destination.ts';
import { DestinationGuard } from '../releases/destination-guard.tsx';
import { DestinationMenu, focusDestinationMenu } from '../releases/destination-menu.tsx';
import { useSwitch } from '../releases/use-switch.ts';
import css from './admin-layout.module.css';
import { useConfirm } from './confirm.tsx';
import { KeyIcon, LogoutIcon } from './icons.tsx';
import { Sidebar } from './sidebar.tsx';
import { sidebarWidth, useSidebarForm } from './sidebar-form.ts';
import { ToastDock } from './toasts.tsx';
import { discardUnsavedInput, hasUnsavedInput, leaveQuestion } from './unsaved.ts';

// Loaded when a release is chosen or made.
const NewRelease = lazy(() => import('../releases/new-release.tsx'));
const ReleaseBar = lazy(() => import('../releases/release-bar.tsx'));

/** Height of the header, in px: a narrow header has room for four lines of a notification. */
const headerHeight = { base: 68, xs: 56 };

/** Fills the window below the header. */
const editorPath = `/admin/${sectionFacts('page').path}`;

/** Header, sidebar and screen (specification, section 2, Admin shell). */
export function AdminLayout() {
  const [isMenuOpen, menu] = useDisclosure();
  const { pathname } = useLocation();
  const session = currentSession();
  useEffect(() => menu.close(), [pathname]);
  const confirm = useConfirm();
  const isContent = useIsContentScreen();
  const destination = useScreenDestination();
  const changeDestination = useSwitch();
  const navbarWidth = useSidebarForm().isCollapsed ? sidebarWidth.collapsed : sidebarWidth.open;
  // Null until a release is named for the first time.
  const [isNaming, setNaming] = useState<boolean | null>(null);
  // A narrow header needs its free space for notifications.
  const hasRoom = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });

  function closeNaming() {
    setNaming(false);
    focusDestinationMenu();
  }

  async function leave() {
    if (!hasUnsavedInput() || (await confirm(leaveQuestion))) await logout();
  }

  return (
    <AppShell
      header={{ height: headerHeight }}
      navbar={{
        width: { base: sidebarWidth.open, md: navbarWidth },
        breakpoint: 'md',
        collapsed: { mobile: !isMenuOpen },
      }}
      padding={{ base: 'md', md: 'xl' }}
      layout="alt"
    >
      {/* No link: addresses behind # are screens. */}
      <button type="button" className={css.skip} onClick={() => document.getElementById('content')?.focus()}>
        Skip to the content
      </button>
      <AppShell.Header className={css.header}>
        <div className={css.bar}>
          <Burger
            opened={isMenuOpen}
            onClick={menu.toggle}
            hiddenFrom="md"
            size="sm"
            aria-label={isMenuOpen ? 'Close the menu' : 'Open the menu'}
          />
          {isContent && hasRoom && <DestinationMenu onNew={() => setNaming(true)} />}
          <FindButton isAdmin={session?.role === 'Admin'} isWide={hasRoom} onLogOut={() => void leave()} />
          <ToastDock />
          <Group gap="md" wrap="nowrap">
            <Text size="sm" c="dimmed" truncate maw="10rem" visibleFrom="sm">
              {session?.userName}
            </Text>
            <Anchor component={Link} to="/admin/changepassword" size="sm" py={4} className={css.password}>
              <Box component="span" visibleFrom="xs">
                Change Password
              </Box>
              <Box component="span" hiddenFrom="xs" p={6} lh={0}>
                <KeyIcon />
                <VisuallyHidden>Change Password</VisuallyHidden>
              </Box>
            </Anchor>
            <Tooltip label="Log out">
              <ActionIcon variant="subtle" size="lg" aria-label="Log out" onClick={() => void leave()}>
                <LogoutIcon />
              </ActionIcon>
            </Tooltip>
          </Group>
        </div>
      </AppShell.Header>
      <AppShell.Navbar className={css.navbar} mod={{ closed: !isMenuOpen }} aria-label="Screens">
        <Sidebar isAdmin={session?.role === 'Admin'} onClose={menu.close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={css.main} mod={{ full: pathname === editorPath }}>
        {session?.role === 'Admin' && <DestinationGuard />}
        {isContent && !hasRoom && <DestinationMenu isRow onNew={() => setNaming(true)} />}
        <Suspense>
          {isContent && isNaming !== null && (
            <NewRelease isOpen={isNaming} onClose={closeNaming} onCreated={changeDestination} />
          )}
        </Suspense>
        <Suspense>{destination && <ReleaseBar key={destination.id} destination={destination} />}</Suspense>
        <DraftNotice />
        {/* Forms and tables of one destination never show the rows of another. */}
        <Outlet key={`screen ${destination?.id ?? 'live'}`} />
      </AppShell.Main>
    </AppShell>
  );
}

/** Ends the session on the server and in this browser, then opens the public page. */
async function logout(): Promise<void> {
  try {
    // Without the client of the procedures, which would ask to sign in again after the end of the session.
    const headers = { ...requestHeaders(), 'content-type': 'application/json' };
    const { ok, status } = await fetch('/trpc/session.logout', {
      method: 'POST',
      headers,
      body: '{}',
      keepalive: true,
    });
    if (!ok && status !== 401) throw new Error(`status ${status}`);
  } catch (error) {
    // Sign out even if the server is unreachable; the token then ends at its expiry.
    console.error('Ending the session on the server failed', error);
  }
  clearSession();
  dropAllDrafts();
  chooseDestination(null);
  discardUnsavedInput();
  location.assign('/');
}
