import { describe, expect, it } from 'vitest';
import { curveOf } from '../pages/players/curve';
import { gainWords, nameWords, pointsWords } from './points';

describe('ratings in words', () => {
  it('shows points with their margin, and an exact one without', () => {
    expect(pointsWords({ points: 1520, margin: 90 })).toBe('1520 ± 90');
    expect(pointsWords({ points: 1500, margin: 0 })).toBe('1500');
  });
  it('shows what a game changed', () => {
    expect([12, -7, 0].map(gainWords)).toEqual(['+12', '−7', '±0']);
  });
  it('tells the house from its guests', () => {
    expect(nameWords({ name: 'medium', kind: 'house' })).toBe('the house (medium)');
    expect(nameWords({ name: 'Rune (hard)', kind: 'house' })).toBe('Rune (hard)');
    expect(nameWords({ name: 'medium', kind: 'person' })).toBe('medium');
  });
});

describe('the curve of a rating', () => {
  const at = (points: number, margin: number) => ({ at: 0, points, margin, table: '' });
  it('spans from the first game to the last, with round numbers around all margins', () => {
    const { line, band, low, high } = curveOf([at(1500, 100), at(1600, 100), at(1550, 50)], 200, 100);
    expect([low, high]).toEqual([1400, 1700]);
    expect(line).toBe('0,66.7 100,33.3 200,50');
    expect(band).toBe('0,33.3 100,0 200,33.3 200,66.7 100,66.7 0,100');
  });
  it('is a dot’s width for a single game', () => {
    expect(curveOf([at(1500, 400)], 200, 100).line).toBe('0,50 200,50');
  });
});
