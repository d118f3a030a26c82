/** The lot as this board shows it: the view, what follows from it, and what the guest can do. */
import { BoardState } from '../board-state';
import {
  faces,
  gridOf,
  lettersOf,
  rolesOf,
  type AreaFacts,
  type DeadwoodData,
  type DeadwoodView,
  type SetView,
  type Player,
  type Role,
  type SceneFacts,
  type Side,
} from './deadwood';

/** An actor on a role, for drawing. */
export interface Actor {
  rank: number;
  letter: string;
  name: string;
  chips: number;
  active: boolean;
}

export class Lot extends BoardState<DeadwoodView, DeadwoodData> {
  letters = $derived.by(() => lettersOf(this.names));
  grid = $derived.by(() => gridOf(this.data.areas));
  areas = $derived.by(() => new Map(this.data.areas.map((area) => [area.id, area])));
  sets = $derived.by(() => new Map(this.view.sets.map((set) => [set.area, set])));
  #scenes = $derived.by(() => new Map(this.data.scenes.map((scene) => [scene.id, scene])));

  own = $derived.by((): Player | null => (this.seat === null ? null : (this.view.players[this.seat] ?? null)));
  /** Where the guest's actor is; for spectators, whoever's turn it is. */
  here = $derived.by(() => (this.own ?? this.view.players[this.mover ?? -1])?.area ?? 'trailer');

  nameOf(area: string | null): string {
    return this.areas.get(area ?? '')?.name ?? '';
  }

  sceneAt(area: string): SceneFacts | null {
    return this.#scenes.get(this.sets.get(area)?.card ?? '') ?? null;
  }

  rolesAt(area: AreaFacts, set: SetView, side: Side): Role[] {
    return rolesOf(set, side, side === 'on' ? this.sceneAt(area.id)?.roles : area.roles);
  }

  actorOf({ seat }: Role): Actor | null {
    const player = this.view.players[seat];
    return player
      ? {
          rank: player.rank,
          letter: this.letters[seat] ?? '',
          name: this.names[seat] ?? '',
          chips: player.chips,
          active: this.mover === seat,
        }
      : null;
  }

  // --- what can be done now ---

  canGo(area: string): boolean {
    return this.picker.can({ kind: 'move', area });
  }

  canTake({ area, side, index }: Role): boolean {
    return area === this.here && this.picker.can({ kind: 'take_role', side, index });
  }

  hintsTake({ area, side, index }: Role): boolean {
    return area === this.here && this.picker.hints({ kind: 'take_role', side, index });
  }

  /** The guest has a role and may act. */
  working = $derived.by(() => this.picker.can({ kind: 'act' }));
  canRehearse = $derived.by(() => this.picker.can({ kind: 'rehearse' }));
  canEnd = $derived.by(() => this.picker.can({ kind: 'end_turn' }));
  ways = $derived.by(() => this.picker.with({ kind: 'move' }).length);
  parts = $derived.by(() => this.picker.with({ kind: 'take_role' }).length);
  ranks = $derived.by(() => this.picker.with({ kind: 'upgrade' }).length);

  /** How many faces of the die would succeed after a rehearsal. */
  rehearsed = $derived.by(() => {
    const budget = this.sets.get(this.here)?.budget ?? null;
    return this.own && budget !== null ? faces(budget, this.own.chips + 1) : 0;
  });

  myRole = $derived.by((): Role | null => {
    const { own } = this;
    if (!own?.side || own.index === null) return null;
    const [area, set] = [this.areas.get(own.area), this.sets.get(own.area)];
    return area && set ? (this.rolesAt(area, set, own.side)[own.index] ?? null) : null;
  });
}
