export { color } from './color.tsx';
export { icon } from './icon.tsx';
export { image } from './image.tsx';
export { buttonLink, link } from './link.tsx';
export { number } from './number.tsx';
export { secret } from './secret.tsx';
export { select, values, yesNo } from './select.tsx';
export { digits, email, paragraph, phone, text } from './text.tsx';
export { timeZone } from './time-zone.tsx';
