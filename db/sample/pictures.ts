import type { ImageHash } from '../../contract/image-hash.ts';

/** Pictures of the sample content, in `pictures/`; docs/sample-pictures has the drawings. */
export const pictureFiles = [
  'logo.png',
  'hero.jpg',
  'features.jpg',
  'description-1.jpg',
  'description-2.jpg',
  'description-3.jpg',
  'services.jpg',
  'pricing.jpg',
  'plan-1.png',
  'plan-2.png',
  'plan-3.png',
  'subscribe.jpg',
  'clients.jpg',
  'client-1.png',
  'client-2.png',
  'client-3.png',
  'client-4.png',
  'client-5.png',
  'client-6.png',
  'facts.jpg',
  'projects.jpg',
  'project-1.jpg',
  'project-2.jpg',
  'project-3.jpg',
  'project-4.jpg',
  'project-5.jpg',
  'project-6.jpg',
  'team.jpg',
  'team-1.jpg',
  'team-2.jpg',
  'team-3.jpg',
  'team-4.jpg',
  'presentation.jpg',
  'video-poster.jpg',
  'customers.jpg',
  'customer-1.jpg',
  'customer-2.jpg',
  'customer-3.jpg',
  'customer-4.jpg',
  'promo.jpg',
  'touch.jpg',
] as const;

export type PictureFile = (typeof pictureFiles)[number];

/** Content hash of a sample picture once it is stored. */
export type Picture = (file: PictureFile) => ImageHash;
