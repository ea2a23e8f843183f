/** Text as it was written, which scrolls by itself, also by keyboard. */
export function ScrollingText({ className, children }: { className: string | undefined; children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre className={className} tabIndex={0}>
      {children}
    </pre>
  );
}
