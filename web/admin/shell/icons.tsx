import type { ReactNode } from 'react';

function icon(drawing: ReactNode) {
  return () => (
    <svg
      viewBox="0 0 20 20"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {drawing}
    </svg>
  );
}

export const PencilIcon = icon(<path d="m4 13.5-.8 3.3 3.3-.8L16 6.5 13.5 4zM11.5 6l2.5 2.5" />);
export const TrashIcon = icon(<path d="M3.5 5.5h13M8 5.5v-2h4v2M5 5.5l.8 11h8.4l.8-11M8.3 8.5v5M11.7 8.5v5" />);
export const PlusIcon = icon(<path d="M10 4v12M4 10h12" />);
export const CopyIcon = icon(<path d="M7 7h9v9H7zM13 7V4H4v9h3" />);
export const ExternalIcon = icon(<path d="M8 4.5H4.5v11h11V12M11.5 4h4.5v4.5M16 4l-7 7" />);
export const LogoutIcon = icon(<path d="M12 4H4.5v12H12M8.5 10H17M14 7l3 3-3 3" />);
export const EyeIcon = icon(
  <>
    <path d="M2.5 10S5.5 5 10 5s7.5 5 7.5 5-3 5-7.5 5-7.5-5-7.5-5z" />
    <circle cx="10" cy="10" r="2.2" />
  </>,
);
export const MailIcon = icon(<path d="M3 5h14v10H3zM3.5 5.5 10 11l6.5-5.5" />);
export const MailOpenIcon = icon(<path d="M3 8.5 10 3.5l7 5V16H3zM3.5 9l6.5 4.5L16.5 9" />);
export const ReplyIcon = icon(<path d="M8 5 3 9.5 8 14v-3c5 0 7.5 1.5 9 4.5 0-5-3-8.5-9-8.5z" />);
export const RefreshIcon = icon(
  <path d="M16 8.5A6.2 6.2 0 0 0 4.6 7M4 11.5A6.2 6.2 0 0 0 15.4 13M4.5 3.5V7H8M15.5 16.5V13H12" />,
);
export const DownloadIcon = icon(<path d="M10 3.5v9M6.5 9.5 10 13l3.5-3.5M4 16.5h12" />);
export const WarningIcon = icon(<path d="M10 3 2.5 16.5h15zM10 8v4M10 14.3v.2" />);
export const GripIcon = icon(
  <path strokeWidth="2.4" d="M7.5 5h.01M12.5 5h.01M7.5 10h.01M12.5 10h.01M7.5 15h.01M12.5 15h.01" />,
);

/** Which way a column is sorted. */
export function SortIcon({ direction }: { direction: 'none' | 'ascending' | 'descending' }) {
  return (
    <svg viewBox="0 0 10 14" width="8" height="12" fill="currentColor" aria-hidden="true">
      <path d="m5 1 4 5H1z" opacity={direction === 'ascending' ? 1 : 0.35} />
      <path d="m5 13 4-5H1z" opacity={direction === 'descending' ? 1 : 0.35} />
    </svg>
  );
}
