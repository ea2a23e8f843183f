import { useLayoutEffect, useRef } from 'react';
import css from './toasts.module.css';

/**
 * One element contains all notifications. It moves to the topmost header, of the screen or of an open panel, and lies over
 * the header's free space: it neither moves nor covers a control.
 */
export const holder = document.createElement('div');
holder.classList.add(css.holder ?? '');
const docks: HTMLElement[] = [];

function moveHolder(): void {
  const top = docks.at(-1);
  if (!top || holder.parentElement === top) return;
  // moveBefore keeps the remaining time of a notification; append starts the time again.
  if (holder.isConnected && 'moveBefore' in top) top.moveBefore(holder, null);
  else top.append(holder);
}

/** A place for notifications; the last mounted dock shows them. */
export function ToastDock({ isOn = true, className }: { isOn?: boolean; className?: string | undefined }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const dock = element.current;
    if (!dock || !isOn) return;
    docks.push(dock);
    moveHolder();
    return () => {
      docks.splice(docks.indexOf(dock), 1);
      moveHolder();
    };
  }, [isOn]);
  return <div ref={element} className={className ?? css.dock} />;
}
