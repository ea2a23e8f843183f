import { useComputedColorScheme } from '@mantine/core';
import { ToastContainer } from 'react-toastify/unstyled';

/** Where notifications appear (specification, section 9: 5000 ms, progress bar, pause on hover, top right). */
export function Toasts() {
  const scheme = useComputedColorScheme('light');
  return <ToastContainer position="top-right" autoClose={5000} pauseOnHover theme={scheme} newestOnTop />;
}
