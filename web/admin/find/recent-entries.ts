import {
  IconClock,
  IconDeviceMobile,
  IconHeartbeat,
  IconMail,
  IconMessages,
  IconPhone,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Entry } from './entry.ts';
import { screenAt, sectionIcon } from './own-screens.ts';
import { maxRecent, type Opened, readRecent } from './recent.ts';

/** What the user has opened, the last first, without the open screen. */
export function recentEntries(href: string): Entry[] {
  return readRecent()
    .filter(({ address }) => address !== href)
    .slice(0, maxRecent)
    .map(({ editorAddress, ...opened }) => ({
      ...opened,
      Icon: iconOf(opened),
      ...(editorAddress && { editorAddress }),
    }));
}

const icons: Readonly<Record<string, TablerIcon>> = {
  server: IconHeartbeat,
  user: IconUser,
  account: IconDeviceMobile,
  contact: IconPhone,
  message: IconMail,
  log: IconMessages,
};

/** The icon that the entry had; its id begins with its kind. */
function iconOf({ id, address }: Opened): TablerIcon {
  const [kind = '', name = ''] = id.split(' ');
  if (kind === 'record') return sectionIcon(name.split('.')[0] ?? '');
  return icons[kind] ?? screenAt(address)?.Icon ?? IconClock;
}
