import type { ReactNode } from 'react';
import { type Video, videoAddress } from '../../../contract/video.ts';

interface VideoLinkProps {
  video: Video;
  title: string;
  className?: string | undefined;
  /** Where client/video.ts plays the video: in place of the link or in a dialog. */
  plays: 'inline' | 'in-dialog';
  children: ReactNode;
}

/** Renders a link that plays a video on the page (client/video.ts); no request to another host before the click. */
export function VideoLink({ video, title, className, plays, children }: VideoLinkProps) {
  return (
    <a
      href={videoAddress(video)}
      className={className}
      {...playerAttributes(video)}
      data-plays={plays}
      data-title={title}
    >
      {children}
    </a>
  );
}

/** Data attributes for client/video.ts: a video file, or another site's player in a frame. */
function playerAttributes(video: Video) {
  if (video.kind === 'file') return { 'data-video': 'file' };
  const address =
    video.kind === 'youtube'
      ? `https://www.youtube-nocookie.com/embed/${video.id}?autoplay=1`
      : `https://player.vimeo.com/video/${video.id}?autoplay=1&dnt=1`;
  return { 'data-video': 'frame', 'data-frame': address };
}
