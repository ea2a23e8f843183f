import { drawInTurn, drawMissing } from '../../core/images/draw.ts';
import { drawPicture } from '../../core/images/jobs.ts';
import { unfinishedPicture } from '../../core/images/unfinished.ts';
import { handleJob } from '../../core/queue/handler.ts';

/** Draws what one picture lacks; a deleted picture lacks nothing. */
export const handleDrawPicture = handleJob(drawPicture, ({ hash, widths }, { db }) =>
  drawInTurn(async () => {
    const picture = await unfinishedPicture(db, hash, widths);
    if (picture) await drawMissing(db, picture);
  }),
);
