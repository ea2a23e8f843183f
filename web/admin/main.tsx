import './libraries.css';
import '@fontsource-variable/instrument-sans/index.css';
import './base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followInput } from './accounts/attendance.ts';
import { followOtherTabs, showSessionEnd } from './accounts/end-session.ts';
import { SessionBox } from './accounts/session-box.tsx';
import { reloadForPublicPage } from './address.ts';
import { client, keepSession, trpc } from './api/client.ts';
import { queryClient } from './api/query-client.ts';
import { createAdminRouter } from './router.tsx';
import { ConfirmProvider } from './shell/confirm.tsx';
import { Loader } from './shell/loader.tsx';
import { Toasts } from './shell/toasts.tsx';
import { cssVariables, theme } from './theme.ts';

const container = document.getElementById('admin');
if (!container) throw new Error('The document has no element for the back office');

reloadForPublicPage();
const router = createAdminRouter();

createRoot(container).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <trpc.Provider client={client} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <ConfirmProvider>
            <RouterProvider router={router} />
          </ConfirmProvider>
          <SessionBox />
          <Loader />
          <Toasts />
        </QueryClientProvider>
      </trpc.Provider>
    </MantineProvider>
  </StrictMode>,
);
showSessionEnd();
followOtherTabs();
followInput(keepSession);
