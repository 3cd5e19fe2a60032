/** A context request as the pipeline uses it: settings to be read by name, sections to be asked for. */

import type { ChoosableSection, ContextRequest } from '../../contract/context-request.js';
import type { SettingTarget } from '../../context/setting-keys.js';
import { Settings } from '../../context/settings.js';

export class PreparedRecast {
  readonly request: ContextRequest;
  readonly given: Settings;
  private readonly kept: ReadonlySet<ChoosableSection>;
  private readonly dropped: ReadonlySet<ChoosableSection>;
  private readonly targets: ReadonlySet<SettingTarget>;

  constructor(request: ContextRequest) {
    this.request = request;
    this.given = new Settings(request.settings);
    this.kept = new Set(request.keep);
    this.dropped = new Set(request.drop);
    this.targets = this.given.targets();
  }

  isKept(section: ChoosableSection): boolean {
    return this.kept.has(section);
  }

  isDropped(section: ChoosableSection): boolean {
    return this.dropped.has(section);
  }

  /** Whether a section is told anew because a setting speaks in it, or because documents or a goal were given. */
  isSet(section: ChoosableSection): boolean {
    if (this.isKept(section) || this.isDropped(section)) return false;
    if (section === 'goal') return this.request.goal !== undefined;
    if (section === 'agents_md' && this.request.agentsMd !== undefined) return true;
    return this.targets.has(section);
  }
}
