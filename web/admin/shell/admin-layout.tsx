import { ActionIcon, Anchor, Box, Burger, Group, Tooltip, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { clearSession, currentSession, userMay } from '../accounts/store.ts';
import { requestHeaders } from '../api/client.ts';
import { FindButton } from '../find/find-button.tsx';
import { allDrafts, dropAllDrafts } from '../records/drafts.ts';
import { chooseDestination, useIsContentScreen, useScreenDestination } from '../releases/destination.ts';
import { DestinationGuard } from '../releases/destination-guard.tsx';
import { DestinationMenu, focusDestinationMenu } from '../releases/destination-menu.tsx';
import { useSwitch } from '../releases/use-switch.ts';
import css from './admin-layout.module.css';
import { useConfirm } from './confirm.tsx';
import { KeyIcon, LogoutIcon } from './icons.tsx';
import { useNarrowMenu } from './narrow-menu.ts';
import { focusContent, useFocusOnNewScreen } from './screen-focus.ts';
import { Sidebar } from './sidebar.tsx';
import { editorPath, useSidebarForm } from './sidebar-form.ts';
import { ToastDock } from './toast-dock.tsx';
import { discardUnsavedInput, hasUnsavedInput, leaveQuestion } from './unsaved.ts';

// Loaded when needed: after a visit that ended with unsaved input, and when a release is chosen or made.
const DraftNotice = lazy(() => import('../records/draft-notice.tsx'));
const NewRelease = lazy(() => import('../releases/new-release.tsx'));
const ServerEvents = lazy(async () => ({ default: (await import('../health/server-events.ts')).ServerEvents }));
const ReleaseBar = lazy(() => import('../releases/release-bar.tsx'));

/** Header, sidebar and screen (specification, section 2, Admin shell). */
export function AdminLayout() {
  const menu = useNarrowMenu();
  useFocusOnNewScreen();
  const { pathname } = useLocation();
  const session = currentSession();
  const confirm = useConfirm();
  const isContent = useIsContentScreen();
  const destination = useScreenDestination();
  const changeDestination = useSwitch();
  const { isCollapsed } = useSidebarForm();
  // Null until a release is named for the first time.
  const [isNaming, setNaming] = useState<boolean | null>(null);
  // Input of this visit is in its form.
  const [hadDrafts] = useState(() => allDrafts().length > 0);
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
    <div className={css.shell} data-collapsed={isCollapsed || undefined}>
      <Suspense>{(userMay('health:read') || userMay('health:own')) && <ServerEvents />}</Suspense>
      {/* No link: addresses behind # are screens. */}
      <button type="button" className={css.skip} inert={menu.isOver} onClick={focusContent}>
        Skip to the content
      </button>
      <header className={css.header} inert={menu.isOver}>
        <div className={css.bar}>
          <Burger
            ref={menu.button}
            opened={menu.isOpen}
            onClick={menu.toggle}
            hiddenFrom="md"
            size="sm"
            aria-label={menu.isOpen ? 'Close the menu' : 'Open the menu'}
          />
          {isContent && hasRoom && <DestinationMenu onNew={() => setNaming(true)} />}
          <FindButton isAdmin={userMay('content:read')} isWide={hasRoom} onLogOut={() => void leave()} />
          <ToastDock />
          <Group gap="md" wrap="nowrap">
            <Anchor
              component={Link}
              to="/admin/account"
              size="sm"
              c="dimmed"
              truncate
              maw="10rem"
              py={4}
              visibleFrom="sm"
            >
              <VisuallyHidden>My account: </VisuallyHidden>
              {session?.userName}
            </Anchor>
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
      </header>
      {menu.isOver && <Box className={css.beside} onClick={menu.close} />}
      <nav ref={menu.menu} className={css.navbar} data-closed={!menu.isOpen || undefined} aria-label="Screens">
        <Sidebar onClose={menu.close} />
      </nav>
      <main
        id="content"
        tabIndex={-1}
        inert={menu.isOver}
        className={css.main}
        data-full={pathname === editorPath || undefined}
      >
        {userMay('content:read') && <DestinationGuard />}
        {isContent && !hasRoom && <DestinationMenu isRow onNew={() => setNaming(true)} />}
        <Suspense>
          {isContent && isNaming !== null && (
            <NewRelease isOpen={isNaming} onClose={closeNaming} onCreated={changeDestination} />
          )}
        </Suspense>
        <Suspense>{destination && <ReleaseBar key={destination.id} destination={destination} />}</Suspense>
        {hadDrafts && (
          <Suspense>
            <DraftNotice />
          </Suspense>
        )}
        {/* Forms and tables of one destination never show the rows of another. */}
        <Outlet key={`screen ${destination?.id ?? 'live'}`} />
      </main>
    </div>
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
