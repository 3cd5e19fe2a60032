import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.js';
import { toggleFlags, valueFlags } from '../../src/cli/flags.js';
import { manPage } from '../../src/cli/man-page.js';

const lines = manPage('1.2.3').split('\n');

describe('the manual page', () => {
  it('has every command and every flag that a command takes', () => {
    const used = new Set(commands.flatMap(({ flags }) => flags));
    const all = [...Object.keys(valueFlags), ...Object.keys(toggleFlags)].filter((name) =>
      [...used].some((flag) => flag === name),
    );
    const escaped = (name: string): string => name.replaceAll('-', String.raw`\-`);
    for (const { name } of commands) expect(lines).toContain(`.SS ${escaped(name)}`);
    for (const name of all) {
      const word = escaped(`--${name}`);
      expect(lines.some((line) => line === `.B ${word}` || line.startsWith(`.BI ${word} `))).toBe(
        true,
      );
    }
  });

  it('leaves nothing to roff that is meant for people', () => {
    const requests = lines.filter((line) => /^[.']/.test(line)).map((line) => line.split(' ')[0]);
    expect([...new Set(requests)].toSorted()).toEqual(
      ['.B', '.BI', '.PP', '.RE', '.RS', '.SH', '.SS', '.TH', '.TP', '.fi', '.nf'].toSorted(),
    );
  });
});
