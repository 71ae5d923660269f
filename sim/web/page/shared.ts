// What the script that measures (measure.ts), which is loaded later, takes from this one, so that nothing is there twice.
import {count, copy, el, link, percent, range} from 'report_assets';
import {client, moduleBytes} from './client';
import {address, button, save, tablePart} from './parts';
import * as rater from './rater';
import {promised} from './store';

export const shared = {count, copy, el, link, percent, range, client, moduleBytes, address, button, save, tablePart, rater, promised};
export type Shared = typeof shared;
