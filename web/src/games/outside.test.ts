import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dress } from './outside';

/** A link as a board adds it. Nothing is fetched here: its events are ours to send. */
function link(): HTMLLinkElement {
  const made = document.createElement('link');
  made.setAttribute('rel', 'stylesheet');
  return made;
}

/** Draws with these, and tells later whether the board may be shown. */
function drawWith(...links: HTMLLinkElement[]): () => boolean {
  let shown = false;
  const { dressed } = dress(() => document.body.append(...links));
  void dressed?.then(() => (shown = true));
  return () => shown || dressed === null;
}

const settled = () => vi.advanceTimersByTimeAsync(0);

describe('a board is shown', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    document.body.replaceChildren();
  });

  test('at once if it adds no style sheet, whatever others are still loading', () => {
    document.body.append(link());
    expect(drawWith()()).toBe(true);
  });

  test('when all its style sheets are loaded or have failed', async () => {
    const [one, other] = [link(), link()];
    const shown = drawWith(one, other);
    await settled();
    expect(shown()).toBe(false);
    one.dispatchEvent(new Event('load'));
    await settled();
    expect(shown()).toBe(false);
    other.dispatchEvent(new Event('error'));
    await settled();
    expect(shown()).toBe(true);
  });

  test('without them if they take too long', async () => {
    const shown = drawWith(link());
    await vi.advanceTimersByTimeAsync(4000);
    expect(shown()).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(shown()).toBe(true);
  });

  test('and what the module returned is passed on, as is what it throws', () => {
    expect(dress(() => 3).drawn).toBe(3);
    expect(() =>
      dress(() => {
        throw new Error('no stones');
      }),
    ).toThrow('no stones');
  });
});
