import { Button, Group } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { Screen } from '../shell/screen.tsx';
import { CostsPanel, costsOpener } from './costs-panel.tsx';
import { LogBar } from './log-bar.tsx';
import { LogFilters } from './log-filters.tsx';
import { type LogSearch, logSearch, viewOf } from './log-search.ts';
import { LogTable } from './log-table.tsx';
import { ColumnsMenu, ExportMenu, useLogPreferences } from './log-tools.tsx';
import { ViewsMenu } from './log-views.tsx';

/** Twilio Logs (specification, section 2). The filters are in the address, so that Back and links keep them. */
export function TelephonyLogScreen() {
  const raw = useSearch({ strict: false });
  const key = JSON.stringify(logSearch.parse(raw));
  const search = useMemo(() => logSearch.parse(JSON.parse(key)), [key]);
  // Periods end when the filters change, not with each drawing.
  const view = useMemo(() => viewOf(search, new Date()), [search]);
  const navigate = useNavigate();
  const { preferences, save } = useLogPreferences();
  const [hasCosts, setHasCosts] = useState(false);
  const open = (next: LogSearch) => void navigate({ to: '.', search: next });
  const change = (part: LogSearch) => open({ ...search, ...part });
  const { fromNumber, toNumber, messageSid, accountSid, requestFrom, telephonyClientId } = view;
  const typed = {
    ...{ fromNumber, toNumber, messageSid, accountSid, requestFrom },
    telephonyClientId: telephonyClientId ?? undefined,
  };
  return (
    <Screen
      title="Twilio Logs"
      isWide
      actions={
        <Group gap="sm">
          <ViewsMenu search={search} preferences={preferences} onSave={save} onOpen={open} />
          <ColumnsMenu preferences={preferences} onSave={save} />
          <Button id={costsOpener} variant="default" onClick={() => setHasCosts(true)}>
            Costs
          </Button>
          <ExportMenu view={view} />
        </Group>
      }
    >
      <LogBar search={search} view={view} onChange={change} />
      <LogFilters
        initial={typed}
        onSearch={({ telephonyClientId: client, ...texts }) => {
          const given = Object.entries(texts).map(([name, text]) => [name, text.trim() || undefined] as const);
          change({ to: undefined, page: undefined, client, ...Object.fromEntries(given) });
        }}
        onReset={() => open({})}
      />
      <LogTable view={view} search={search} hidden={preferences.hidden} onChange={change} />
      <CostsPanel isOpen={hasCosts} onClose={() => setHasCosts(false)} />
    </Screen>
  );
}
