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
    <a href={videoAddress(video)} className={className} data-video={player(video)} data-plays={plays} data-title={title}>
      {children}
    </a>
  );
}

/** What client/video.ts shows: a player to frame, or a file. */
function player(video: Video): string {
  if (video.kind === 'file') return video.address;
  return video.kind === 'youtube'
    ? `https://www.youtube-nocookie.com/embed/${video.id}?autoplay=1`
    : `https://player.vimeo.com/video/${video.id}?autoplay=1&dnt=1`;
}
