import { describe, expect, it } from 'vitest';
import { stripPersonality } from '../../src/catalog/strip-personality.js';

describe('stripPersonality', () => {
  it.each([
    [
      'up to the next heading',
      'Intro\n\n# Personality\n\nX\n\n## W\n\nY\n\n# Safety\n\nK',
      'Intro\n\n# Safety\n\nK',
    ],
    ['up to the end', 'Intro\n\n# Personality\n\nX', 'Intro\n\n'],
    ['at the very beginning', '# Personality\nX\n# Rest', '# Rest'],
    ['that is all there is', '# Personality', ''],
    ['with carriage returns', 'I\r\n# Personality\r\nX\r\n# Rest\r\n', 'I\r\n# Rest\r\n'],
    [
      'past what is no heading of level one',
      'T\n# Personality\r\nP\n##not\n#Foo\n# General\ny\n',
      'T\n# General\ny\n',
    ],
    ['up to a lone #', 'I\n# Personality\nP\n#\nafter\n', 'I\n#\nafter\n'],
    ['up to a # with a tab', 'I\n# Personality\nP\n#\tafter\n', 'I\n#\tafter\n'],
    ['the first of two', '# Personality\na\n# X\n# Personality\nb\n', '# X\n# Personality\nb\n'],
    ['up to the second of two', '# Personality\na\n# Personality\nb\n', '# Personality\nb\n'],
  ])('takes the section out %s', (_, text, expected) => {
    expect(stripPersonality(text)).toBe(expected);
  });

  it.each([
    'nothing of the kind',
    '## Personality\nX',
    '# Personality \nX',
    ' # Personality\nX',
    '#  Personality\nX',
    '# personality\nX',
    '# Personality\r\r\nX',
    'a # Personality\nX',
    '',
  ])('leaves other text alone: %j', (text) => {
    expect(stripPersonality(text)).toBe(text);
  });
});
