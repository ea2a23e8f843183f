import { useComputedColorScheme } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { ToastContainer, Zoom } from 'react-toastify/unstyled';
import css from './toasts.module.css';

// One element holds every notification. It stands in the header of whatever is on top, the screen's or an open panel's:
// there it takes room of its own, so that it lies over no button.
const holder = document.createElement('div');
holder.classList.add(css.holder ?? '');
const docks: HTMLElement[] = [];

function moveHolder(): void {
  const top = docks.at(-1);
  if (!top || holder.parentElement === top) return;
  // Moved in the newer way, a notification keeps the time it has left; else it stays for its whole time again.
  if (holder.isConnected && 'moveBefore' in top) top.moveBefore(holder, null);
  else top.append(holder);
}

/** Where notifications appear while nothing with a dock of its own is above it. */
export function ToastDock({ isOn = true, className = css.dock }: { isOn?: boolean; className?: string | undefined }) {
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
  return <div ref={element} className={className} />;
}

/** Notifications (specification, section 9: 5000 ms, progress bar, pause on hover, top right). */
export function Toasts() {
  const scheme = useComputedColorScheme('light');
  return (
    <>
      <ToastDock className={css.corner} />
      {createPortal(
        <ToastContainer
          position="top-right"
          autoClose={5000}
          pauseOnHover
          theme={scheme}
          newestOnTop
          transition={Zoom}
        />,
        holder,
      )}
    </>
  );
}
