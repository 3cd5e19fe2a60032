// Writes a thread as releases of summer 2025 did: items without an envelope, and state lines between them.

import { Codex047 } from './codex-0.47.mjs';
import { environmentText } from './fragments.mjs';
import { inputText, user } from './items.mjs';

export class BareCodex extends Codex047 {
  open() {
    this.buffer.append({
      id: this.random.uuid4(),
      timestamp: new Date(this.startMs).toISOString(),
      instructions: this.texts.agents,
      git: {
        commit_hash: this.random.hex(40),
        branch: 'main',
        repository_url: 'git@mill:grain.git',
      },
    });
    this.state();
    this.item(
      user([inputText(`<user_instructions>\n\n${this.texts.agents}\n</user_instructions>`)]),
    );
    this.item(user([inputText(environmentText({ cwd: this.settings.cwd, date: this.date }))]));
  }

  /** @param {object} item */
  item(item) {
    const before = this.bytes;
    this.buffer.append(item);
    this.grew(this.bytes - before);
  }

  /** Nothing but items and state lines was kept. @param {string} _type @param {unknown} _payload */
  line(_type, _payload) {}

  /** @param {import('./items.mjs').Words} text */
  userMessage(text) {
    this.state();
    super.userMessage(text);
    this.state();
  }

  tokenCount() {
    this.state();
  }

  state() {
    this.buffer.append({ record_type: 'state' });
  }
}
