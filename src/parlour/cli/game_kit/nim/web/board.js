const HEAPS = 3;

export function mount(element, first) {
  let table = first;
  const style = document.createElement('link');
  style.rel = 'stylesheet';
  style.href = new URL('board.css', import.meta.url).href;
  const words = document.createElement('p');
  words.className = 'nim-words';
  const heaps = Array.from({ length: HEAPS }, (_, heap) => {
    const pile = document.createElement('div');
    pile.className = 'nim-heap';
    pile.dataset.thing = `heap:${heap}`;
    pile.setAttribute('role', 'group');
    return pile;
  });
  const field = document.createElement('div');
  field.className = 'nim';
  field.append(...heaps, words);
  element.append(style, field);

  const motion = new table.house.Motion();
  motion.root = field;
  const endArrows = table.house.arrows(field);
  let shown = null; // the last beat that was animated

  /** Touching a stone takes it and all above it. */
  const moveOf = (heap, stone) => ({ kind: 'take', heap, stones: table.view.heaps[heap] - stone - 1 });

  function touch(heap, stone) {
    const move = moveOf(heap, stone);
    if (!table.picker.choose(move)) table.house.refuse(table, move);
  }

  function newStone(heap, stone) {
    const button = document.createElement('button');
    button.className = 'nim-stone';
    button.addEventListener('click', () => touch(heap, stone));
    return button;
  }

  function draw() {
    const { view, picker, seat, mover, names, texts } = table;
    heaps.forEach((pile, heap) => {
      const count = view.heaps[heap];
      while (pile.childElementCount > count) pile.lastElementChild.remove();
      while (pile.childElementCount < count) pile.append(newStone(heap, pile.childElementCount));
      [...pile.children].forEach((button, stone) => {
        const move = moveOf(heap, stone);
        button.classList.toggle('can', picker.can(move));
        button.classList.toggle('hinted', picker.hints(move));
        button.setAttribute('aria-label', `Take ${move.stones + 1} from heap ${heap + 1}`);
      });
      pile.setAttribute('aria-label', `Heap ${heap + 1}: ${count} stones`);
    });
    words.textContent = mover === null ? texts.over : mover === seat ? texts.yours : `${names[mover]} ${texts.theirs}`;
  }

  return {
    update(next) {
      table = next;
      motion.before();
      draw();
      if (table.beat === shown) return;
      shown = table.beat;
      motion.after();
      for (const event of shown?.events ?? [])
        if (event.kind === 'took') motion.float(`heap:${event.heap}`, `−${event.stones}`, 'note');
    },
    destroy() {
      endArrows();
      element.replaceChildren();
    },
  };
}
