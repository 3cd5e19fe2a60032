import { describe, expect, it } from 'vitest';
import {
  budgetBytes,
  marker,
  outputBudget,
  truncateMiddle,
} from '../../src/rollout/truncate-text.js';

const digits = (length: number): string => '0123456789'.repeat(100).slice(0, length);

describe('outputBudget', () => {
  it('is a fifth more than the limit, rounded up', () => {
    const budgets = [0, 1, 5, 9, 10, 105, 10_000].map((limit) =>
      outputBudget({ mode: 'bytes', limit }),
    );
    expect(budgets).toEqual([0, 2, 6, 11, 12, 126, 12_000]);
  });

  it('counts four bytes a token', () => {
    expect([budgetBytes(11, 'tokens'), budgetBytes(11, 'bytes')]).toEqual([44, 11]);
  });
});

describe('truncateMiddle', () => {
  it('leaves a text alone that fits', () => {
    expect(truncateMiddle(digits(126), 126, 'bytes')).toBe(digits(126));
    expect(truncateMiddle(digits(44), 11, 'tokens')).toBe(digits(44));
    expect(truncateMiddle('', 0, 'bytes')).toBe('');
  });

  it('counts characters that are cut from a budget of bytes', () => {
    const text = digits(127);
    expect(truncateMiddle(text, 126, 'bytes')).toBe(
      `${text.slice(0, 63)}…1 chars truncated…${text.slice(64)}`,
    );
  });

  it('counts tokens beyond a budget of tokens', () => {
    const cut = (length: number): string => truncateMiddle(digits(length), 11, 'tokens');
    const kept = (length: number): [string, string] => [
      digits(length).slice(0, 22),
      digits(length).slice(-22),
    ];
    expect(cut(45)).toBe(kept(45).join('…1 tokens truncated…'));
    expect(cut(48)).toBe(kept(48).join('…1 tokens truncated…'));
    expect(cut(49)).toBe(kept(49).join('…2 tokens truncated…'));
    expect(cut(400)).toBe(kept(400).join('…89 tokens truncated…'));
  });

  it('gives the odd byte to the tail', () => {
    expect(truncateMiddle('abcdefgh', 5, 'bytes')).toBe('ab…3 chars truncated…fgh');
  });

  it('is the marker alone without a budget', () => {
    expect(truncateMiddle('abcdefgh', 0, 'bytes')).toBe('…8 chars truncated…');
    expect(truncateMiddle('abcdefghi', 0, 'tokens')).toBe('…3 tokens truncated…');
  });

  it('cuts no character in two, and counts whole ones', () => {
    // Three bytes each: of a budget of ten the head gets one character, the tail one.
    expect(truncateMiddle('漢字漢字漢字', 10, 'bytes')).toBe('漢…4 chars truncated…字');
    expect(truncateMiddle('🦀🦀🦀', 9, 'bytes')).toBe('🦀…1 chars truncated…🦀');
    expect(truncateMiddle('🦀🦀🦀', 7, 'bytes')).toBe('…2 chars truncated…🦀');
    expect(truncateMiddle('🦀🦀🦀', 2, 'bytes')).toBe('…3 chars truncated…');
  });
});

describe('marker', () => {
  it('stands between two ellipses', () => {
    expect(marker(7, 'tokens')).toBe('\u20267 tokens truncated\u2026');
    expect(marker(7, 'bytes')).toBe('\u20267 chars truncated\u2026');
  });
});
