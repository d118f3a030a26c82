/** The review of one finished game as this browser has it: asked for, growing, done. */
import { api, HouseError } from '../../lib/api';
import type {
  Move,
  ReplayPly,
  Review,
  ReviewedDecision,
  ReviewedMove,
  ReviewStage,
  TableReview,
} from '../../lib/protocol';

const PAUSE = 800;
const LONG_PAUSE = 4000;

/** Positions that never came about: after another move, or along the line to be expected after a better one. */
export interface Instead {
  /** The first of the moves. */
  move: ReviewedMove;
  /** Each move in words, the positions after them, and which of them is on the board. */
  says: string[];
  shown: ReplayPly[];
  at: number;
  /** Whose knowledge a line rests on; another move alone is shown as it would really have been. */
  by: number | null;
}

/** What every view of the review gets. */
export interface Reviewing {
  store: ReviewStore;
  names: string[];
  /** The seat whose chances come first. */
  focus: number;
  ply: number;
  ongo: (ply: number) => void;
}

export class ReviewStore {
  /** Null: nobody has asked for it here. */
  stage = $state<ReviewStage | null>(null);
  progress = $state(0);
  review = $state.raw<Review | null>(null);
  /** Why there is none, in the house's words. */
  trouble = $state('');

  #id: string;
  #grown = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(id: string) {
    this.#id = id;
  }

  get asked(): boolean {
    return this.stage !== null;
  }

  ask(): void {
    this.stage = 'waiting';
    this.trouble = '';
    void this.#hear(api.askForReview(this.#id));
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** The position after another move, as `seat` would have seen it. */
  async instead(ply: number, move: Move, seat: number | null): Promise<ReplayPly> {
    return api.instead(this.#id, { ply, move, seat });
  }

  /** The positions of the line to be expected after the better move, as whoever decided could foresee them. */
  async line({ ply, moves: [best], line, world }: ReviewedDecision): Promise<ReplayPly[]> {
    const moves = [best?.move, ...line.map(({ move }) => move)].filter((move) => !!move);
    return api.line(this.#id, { ply, moves, world });
  }

  async #hear(answer: Promise<TableReview>): Promise<void> {
    let pause = PAUSE;
    try {
      const told = await answer;
      if (this.#closed) return;
      this.stage = told.stage;
      this.progress = told.progress;
      this.#grown = told.grown;
      if (told.review) this.review = told.review;
      if (told.stage === 'failed') this.trouble = told.trouble;
      if (told.stage === 'done' || told.stage === 'failed') return;
    } catch (error) {
      if (this.#closed) return;
      if (!(error instanceof HouseError) || error.code !== 'unreachable') {
        this.stage = 'failed';
        this.trouble = error instanceof Error ? error.message : 'The review can’t be shown.';
        return;
      }
      pause = LONG_PAUSE;
    }
    this.#timer = setTimeout(() => {
      // A house that was restarted has forgotten that it was asked.
      const again = this.stage === 'none' ? api.askForReview(this.#id) : api.review(this.#id, this.#grown);
      void this.#hear(again);
    }, pause);
  }
}
