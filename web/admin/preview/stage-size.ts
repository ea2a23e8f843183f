import { useElementSize } from '@mantine/hooks';

/** Widths of the simulated windows, in px: a desktop is at least that wide. */
const widths = { phone: 390, tablet: 768, desktop: 1280 };
/** Height of a phone's window, in px; other windows take the available height. */
const phoneHeight = 844;

export type Device = keyof typeof widths;

/** Size and scale of a simulated window that fits into the element with the returned `ref`; null before it is measured. */
export function useStageSize(device: Device) {
  const { ref, width: room, height: available } = useElementSize();
  const width = device === 'desktop' ? Math.max(widths.desktop, room) : widths[device];
  const scale = Math.min(1, room / width);
  const height = Math.min(available / scale, device === 'phone' ? phoneHeight : Number.POSITIVE_INFINITY);
  return { ref, size: room > 0 ? { width, height, scale } : null };
}
