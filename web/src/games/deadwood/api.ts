/** What the house says about lots that guests bring along. */
import { ask } from '../../lib/api';
import type { LotFiles } from './protocol';

export const readLot = (files: LotFiles) => ask('POST /api/deadwood/lots', {}, files);
