import { describe, expect, it } from 'vitest';
import { isHookPrompt } from '../../src/fragments/hook-prompt.js';

describe('isHookPrompt', () => {
  it.each([
    ['the written form', '<hook_prompt hook_run_id="r">words</hook_prompt>'],
    ['white space around it', '\n <hook_prompt hook_run_id="r">words</hook_prompt> \n'],
    ['any name of the root', '<x hook_run_id="r">words</x>'],
    ['a name in capitals', '<HOOK_PROMPT hook_run_id="r">words</HOOK_PROMPT>'],
    ['a name with a prefix', '<a:b.c-d hook_run_id="r">words</a:b.c-d>'],
    ['single quotes', "<h hook_run_id='r'>words</h>"],
    ['more attributes', '<h a="1" hook_run_id="r" b=\'2\'>words</h>'],
    ['white space in its tags', '<h\n  hook_run_id = "r"\t>words</h >'],
    ['an XML declaration', '<?xml version="1.0"?>\n<h hook_run_id="r">words</h>'],
    ['a comment before it', '<!-- note --><h hook_run_id="r">words</h>'],
    ['a comment in it', '<h hook_run_id="r"><!-- <x> & -->words</h>'],
    ['an instruction in it', '<h hook_run_id="r"><?php x ?>words</h>'],
    ['text in a CDATA section', '<h hook_run_id="r"><![CDATA[a < b & c]]></h>'],
    ['a child beside its text', '<h hook_run_id="r">words <b>x</b></h>'],
    ['an empty child', '<h hook_run_id="r"><br/>words</h>'],
    ['text behind the root', '<h hook_run_id="r">words</h> and more'],
    [
      'escapes that XML knows',
      '<h hook_run_id="r">a &lt; b &amp;&#38;&#x26; c &gt;&quot;&apos;</h>',
    ],
    ['an escape alone', '<h hook_run_id="r">&lt;</h>'],
    ['a run id of escapes', '<h hook_run_id="&amp;">words</h>'],
    ['a text with >', '<h hook_run_id="r">a > b</h>'],
  ])('takes %s', (_, text) => {
    expect(isHookPrompt(text)).toBe(true);
  });

  it.each([
    ['no text at all', ''],
    ['words', 'hook_run_id'],
    ['no run id', '<hook_prompt>words</hook_prompt>'],
    ['an empty run id', '<h hook_run_id="">words</h>'],
    ['a blank run id', '<h hook_run_id=" \n">words</h>'],
    ['a run id without quotes', '<h hook_run_id=r>words</h>'],
    ['a run id in capitals', '<h HOOK_RUN_ID="r">words</h>'],
    ['a run id with an unknown escape', '<h hook_run_id="&x;">words</h>'],
    ['a run id on a child', '<h><i hook_run_id="r">words</i></h>'],
    ['no text inside', '<h hook_run_id="r"></h>'],
    ['blank text inside', '<h hook_run_id="r"> \n </h>'],
    ['text in a child alone', '<h hook_run_id="r"><b>words</b></h>'],
    ['text in a comment alone', '<h hook_run_id="r"><!-- words --></h>'],
    ['an element closed at once', '<h hook_run_id="r"/>'],
    ['a raw <', '<h hook_run_id="r">a < b</h>'],
    ['a raw &', '<h hook_run_id="r">a & b</h>'],
    ['an unknown escape', '<h hook_run_id="r">a &nbsp; b</h>'],
    ['no end', '<h hook_run_id="r">words'],
    ['another end', '<h hook_run_id="r">words</i>'],
    ['a child that is not closed', '<h hook_run_id="r">words<b></h>'],
    ['a comment that is not closed', '<h hook_run_id="r">words<!-- </h>'],
    ['words before it', 'see <h hook_run_id="r">words</h>'],
    ['a tag that is not closed', '<h hook_run_id="r"'],
  ])('refuses %s', (_, text) => {
    expect(isHookPrompt(text)).toBe(false);
  });

  it('ends on long texts of brackets and spaces', () => {
    for (const part of ['<', '<a>', '<a ', ' ', '<!--', '<!', '&', '<a b="', '<?', 'a=']) {
      const text = part.repeat(50_000);
      expect(isHookPrompt(`<h hook_run_id="r">${text}`)).toBe(false);
      expect(isHookPrompt(`${text} hook_run_id`)).toBe(false);
      expect(isHookPrompt(`<h ${text} hook_run_id="r"`)).toBe(false);
    }
  });
});
