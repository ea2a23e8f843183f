import {
  IconArrowBackUp,
  IconArrowDown,
  IconArrowForwardUp,
  IconArrowUp,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconEyeOff,
  IconForms,
  IconKeyboard,
  IconListCheck,
  IconListTree,
  IconMoon,
  IconPalette,
  IconPhoto,
  IconSun,
  IconTable,
} from '@tabler/icons-react';
import { controlIcon } from '../shell/icons.tsx';

export const UndoIcon = controlIcon(IconArrowBackUp);
export const RedoIcon = controlIcon(IconArrowForwardUp);
export const UpIcon = controlIcon(IconArrowUp);
export const DownIcon = controlIcon(IconArrowDown);
export const DesktopIcon = controlIcon(IconDeviceDesktop);
export const TabletIcon = controlIcon(IconDeviceTablet);
export const PhoneIcon = controlIcon(IconDeviceMobile);
export const HiddenIcon = controlIcon(IconEyeOff);
export const FieldsIcon = controlIcon(IconForms);
export const KeyboardIcon = controlIcon(IconKeyboard);
export const ChecksIcon = controlIcon(IconListCheck);
export const OutlineIcon = controlIcon(IconListTree);
export const DarkIcon = controlIcon(IconMoon);
export const LightIcon = controlIcon(IconSun);
export const PageIcon = controlIcon(IconPhoto);
export const TableIcon = controlIcon(IconTable);
export const ThemeIcon = controlIcon(IconPalette);
