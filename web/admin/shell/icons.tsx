import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowLeft,
  IconCalendarTime,
  IconCaretDownFilled,
  IconCaretUpFilled,
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  IconCircle,
  IconCircleCheck,
  IconColorPicker,
  IconCopy,
  IconDots,
  IconDownload,
  IconExternalLink,
  IconEye,
  IconEyeOff,
  IconGripVertical,
  IconHistory,
  IconKey,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
  IconMail,
  IconMailOpened,
  IconPencil,
  IconPlus,
  IconRefresh,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react';
import css from './icons.module.css';

/** An icon in the size of the controls. Screen readers skip it: the control around it has a name. */
export function controlIcon(Icon: TablerIcon) {
  return () => <Icon size={18} stroke={1.75} aria-hidden="true" />;
}

export const KeyIcon = controlIcon(IconKey);
export const EyedropperIcon = controlIcon(IconColorPicker);
export const PencilIcon = controlIcon(IconPencil);
export const TrashIcon = controlIcon(IconTrash);
export const PlusIcon = controlIcon(IconPlus);
export const CopyIcon = controlIcon(IconCopy);
export const ExternalIcon = controlIcon(IconExternalLink);
export const LogoutIcon = controlIcon(IconLogout);
export const EyeIcon = controlIcon(IconEye);
export const HiddenIcon = controlIcon(IconEyeOff);
export const MailIcon = controlIcon(IconMail);
export const MailOpenIcon = controlIcon(IconMailOpened);
export const ReplyIcon = controlIcon(IconArrowBackUp);
export const RefreshIcon = controlIcon(IconRefresh);
export const DownloadIcon = controlIcon(IconDownload);
export const WarningIcon = controlIcon(IconAlertTriangle);
export const CheckIcon = controlIcon(IconCircleCheck);
export const CircleIcon = controlIcon(IconCircle);
export const ChevronDownIcon = controlIcon(IconChevronDown);
export const ScheduleIcon = controlIcon(IconCalendarTime);
export const BackIcon = controlIcon(IconArrowLeft);
export const MoreIcon = controlIcon(IconDots);
export const GripIcon = controlIcon(IconGripVertical);
export const HistoryIcon = controlIcon(IconHistory);
export const EarlierIcon = controlIcon(IconChevronLeft);
export const CollapseIcon = controlIcon(IconLayoutSidebarLeftCollapse);
export const ExpandIcon = controlIcon(IconLayoutSidebarLeftExpand);
export const LaterIcon = controlIcon(IconChevronRight);

/** The sort direction of a column: the caret that applies is dark, the other one pale. */
export function SortIcon({ direction }: { direction: 'none' | 'ascending' | 'descending' }) {
  return (
    <span className={css.sort} data-direction={direction} aria-hidden="true">
      <IconCaretUpFilled size={10} />
      <IconCaretDownFilled size={10} />
    </span>
  );
}
