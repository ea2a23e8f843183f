import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Screen } from '../shell/screen.tsx';
import css from './overview.module.css';
import { OwnContactsPart } from './own-contacts-part.tsx';
import { OwnMessagesPart } from './own-messages-part.tsx';
import { OwnServersPart } from './own-servers-part.tsx';

/** The overview of a client: servers, messages and people of their own account. */
export function OverviewScreen() {
  return (
    <Screen
      title="Overview"
      actions={
        <Anchor component={Link} to="/admin/changepassword" size="sm" py={4}>
          Change password
        </Anchor>
      }
    >
      <div className={css.parts}>
        <OwnServersPart />
        <OwnMessagesPart />
        <OwnContactsPart />
      </div>
    </Screen>
  );
}
