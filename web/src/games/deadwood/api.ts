/** What the house says about lots that guests bring along. */
import { ask } from '../../lib/api';
import type { Json } from '../../lib/protocol';

export const readLot = (files: { board: string; cards: string; board_name: string; cards_name: string }) =>
  ask<{ board: Json; notes: unknown[] }>('POST', '/api/deadwood/lots', files);
