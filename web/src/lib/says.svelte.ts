/** Toasts at the edge of the page, and sentences for screen readers. */

export interface Note {
  id: number;
  text: string;
  tone: 'plain' | 'good' | 'bad';
}

class Says {
  notes = $state<Note[]>([]);
  polite = $state('');
  assertive = $state('');
  #next = 1;

  /** Shows a toast for a while. */
  note(text: string, tone: Note['tone'] = 'plain'): void {
    if (this.notes.some((note) => note.text === text)) return;
    const id = this.#next++;
    this.notes.push({ id, text, tone });
    setTimeout(() => this.dismiss(id), Math.max(3500, text.length * 70));
  }

  dismiss(id: number): void {
    this.notes = this.notes.filter((note) => note.id !== id);
  }

  /** A sentence for screen readers only. */
  aloud(text: string, at: 'polite' | 'assertive' = 'polite'): void {
    this[at] = this[at] === text ? `${text}\u00a0` : text;
  }

  /** Shows an error as a toast; it can be handed on as it is: `.catch(says.wrong)`. */
  wrong = (error: unknown): void => {
    this.note(error instanceof Error ? error.message : 'Something went wrong.', 'bad');
  };

  /** Does something and shows what went wrong, if anything did. Answers whether all went well. */
  async trying(deed: () => Promise<void>): Promise<boolean> {
    try {
      await deed();
      return true;
    } catch (error) {
      this.wrong(error);
      return false;
    }
  }
}

export const says = new Says();
