/** The help dialog, and what the page behind it has to offer. */
class HelpDesk {
  open = $state(false);
  /** The game whose table, replay or rules are shown. */
  game = $state('');
  /** Restarts this table's tour; null if there is none, and then `noTour` says why. */
  tour = $state.raw<(() => void) | null>(null);
  noTour = $state('');
  /** "What is this?": touching a thing on the board tells what it is. */
  asking = $state(false);
}

export const help = new HelpDesk();
