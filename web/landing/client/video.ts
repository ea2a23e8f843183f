import { openViewer } from './viewer.ts';

/** Plays a link's video in the link's own place or in the viewer; the first moment another host is asked for anything. */
export function playVideo(link: HTMLElement): void {
  const { title = '', plays } = link.dataset;
  const element = link.dataset.video === 'file' ? file(link) : frame(link);
  element.title = title;
  if (plays === 'in-dialog') openViewer({ what: 'film', title, element });
  else link.replaceWith(element);
  element.focus();
}

function file(link: HTMLElement): HTMLElement {
  const video = document.createElement('video');
  video.src = link.getAttribute('href') ?? '';
  video.controls = true;
  video.autoplay = true;
  video.playsInline = true;
  return video;
}

function frame(link: HTMLElement): HTMLElement {
  const player = document.createElement('iframe');
  player.src = link.dataset.frame ?? '';
  player.allow = 'autoplay; fullscreen; picture-in-picture; encrypted-media';
  // YouTube refuses to play for a page that does not name itself.
  player.referrerPolicy = 'strict-origin-when-cross-origin';
  return player;
}
