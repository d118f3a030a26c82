/** The house's route for the classic door. */
import { ask } from '../../lib/api';

export const classicDoor = () => ask('GET /api/classic', {});
