import { type ImageSlot, imageSlots } from '../../../contract/images.ts';

/** A shape in which the page shows a picture. */
export interface SlotShape {
  label: string;
  /** Width divided by height. */
  ratio: number;
  outline?: 'circle' | 'arch';
}

const wide = { label: 'Desktop', ratio: 16 / 10 };
const phone = { label: 'Phone', ratio: 9 / 19.5 };
const band = { label: 'Low on a desktop', ratio: 3.4 };

/** The shapes of each slot, from the styles of web/landing; backgrounds also depend on the texts before them. */
const shapes: Record<keyof typeof imageSlots, readonly SlotShape[]> = {
  companyLogo: [],
  heroLogo: [],
  clientLogo: [],
  wideBackground: [wide, phone],
  background: [wide, phone, band],
  contactBackground: [
    { label: 'Desktop', ratio: 3 / 4 },
    { label: 'Phone', ratio: 5 / 4 },
  ],
  descriptionPicture: [{ label: 'Desktop and phone', ratio: 3 / 2 }],
  servicesPicture: [
    { label: 'Desktop', ratio: 3 / 5 },
    { label: 'Phone', ratio: 16 / 9 },
  ],
  planImage: [{ label: 'Price plan', ratio: 1, outline: 'circle' }],
  memberPhoto: [{ label: 'Team member', ratio: 5 / 6, outline: 'arch' }],
  customerPhoto: [{ label: 'Review', ratio: 1, outline: 'circle' }],
  projectPicture: [{ label: 'Desktop and phone', ratio: 3 / 2 }],
  videoPoster: [{ label: 'Desktop and phone', ratio: 16 / 9 }],
};

/** The slot with this name. */
export function slotNamed(name: string): ImageSlot | undefined {
  return Object.values(imageSlots).find((slot) => slot.name === name);
}

/** The shapes in which slots crop a picture, each once; none for slots that show pictures whole. */
export function shapesOf(slots: readonly ImageSlot[]): SlotShape[] {
  const all = Object.values(imageSlots)
    .filter(({ name }) => slots.some((slot) => slot.name === name))
    .flatMap(({ name }) => shapes[name]);
  return [...new Map(all.map((shape) => [`${shape.label} ${shape.ratio}`, shape])).values()];
}
