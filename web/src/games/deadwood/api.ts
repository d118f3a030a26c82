/** The house's route for guests' own lots. */
import { ask } from '../../lib/api';
import type { LotFiles } from './protocol';

export const readLot = (files: LotFiles) => ask('POST /api/deadwood/lots', {}, files);
