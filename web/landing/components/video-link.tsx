import type { ReactNode } from 'react';
import { type Video, videoAddress } from '../../../contract/video.ts';

interface VideoLinkProps {
  video: Video;
  title: string;
  className?: string | undefined;
  /** Where client/video.ts plays it: in the link's own place, or in a dialog. */
  plays: 'here' | 'in-dialog';
  children: ReactNode;
}

/** A link to a video that plays on the page once clicked; nothing is asked of another host before. */
export function VideoLink({ video, title, className, plays, children }: VideoLinkProps) {
  return (
    <a href={videoAddress(video)} className={className} {...player(video)} data-plays={plays} data-title={title}>
      {children}
    </a>
  );
}

/** What client/video.ts plays: a file, or another site's player in a frame. */
function player(video: Video) {
  if (video.kind === 'file') return { 'data-video': 'file' };
  const address =
    video.kind === 'youtube'
      ? `https://www.youtube-nocookie.com/embed/${video.id}?autoplay=1`
      : `https://player.vimeo.com/video/${video.id}?autoplay=1&dnt=1`;
  return { 'data-video': 'frame', 'data-frame': address };
}
