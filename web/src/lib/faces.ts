/** The faces of the house's characters. */
import drawings from './faces.drawings';
import type { Character } from './protocol';

export const faceOf = (character: Character | null | undefined) =>
  character ? drawings[character.name.toLowerCase()] : undefined;

/** "Ines is patient. Lets everything grow, then wins slowly." */
export const introduce = ({ name, temper, motto }: Character): string => `${name} is ${temper}. ${motto}`;
