/** What the house says about the door for bots of the original game. */
import { ask } from '../../lib/api';
import type { ClassicDoor } from '../../lib/protocol';

export const classicDoor = () => ask<ClassicDoor>('GET', '/api/classic');
