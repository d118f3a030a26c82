/** The help dialog, opened by "?" or by the button in the bar, and what the page in front of it can offer. */
class HelpDesk {
  open = $state(false);
  /** The game whose table, replay or rules are shown. */
  game = $state('');
  /** Starts the tour of this table anew; null where there is none, and then `noTour` says why. */
  tour = $state.raw<(() => void) | null>(null);
  noTour = $state('');
}

export const help = new HelpDesk();
