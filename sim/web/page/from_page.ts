// See shared.ts.
import type {Shared} from './shared';

export const {count, copy, el, link, percent, range, client, moduleBytes, address, button, save, tablePart, rater, promised} =
  (window as unknown as {archonPage: Shared}).archonPage;
