import { openViewer } from './viewer.ts';

/** Plays a link's video in place of the link or in the viewer; sends the first request to another host. */
export function playVideo(link: HTMLElement): void {
  const { title = '', plays } = link.dataset;
  const element = link.dataset.video === 'file' ? file(link) : frame(link);
  element.title = title;
  if (plays === 'in-dialog') openViewer({ kind: 'film', title, element });
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
  // YouTube requires a referrer.
  player.referrerPolicy = 'strict-origin-when-cross-origin';
  return player;
}
