/** What the house says about the door for bots of the original game. */
import { ask } from '../../lib/api';

export const classicDoor = () => ask('GET /api/classic', {});
