/** How surely an input is known whose context differs from the recorded one. */

import type { Fidelity } from '../../contract/request.js';
import type { RequestSettings } from '../choose-settings.js';
import type { PreparedRecast } from './prepared-recast.js';

export function recastFidelity(
  recast: PreparedRecast,
  settings: RequestSettings | undefined,
  packName: string,
): Fidelity {
  const model = settings?.model;
  // A model that no catalog tells would be told instructions of its own on a resume.
  const isUntold = recast.request.mode === 'resume' && recast.given.has('model');
  if (isUntold && model?.isKnown === false && model.baseInstructions === undefined) {
    return `unknown: instructions of ${model.slug} are left out where no catalog tells them; give --catalog`;
  }
  return `rendered: its context differs from the recorded one as asked; texts are those of pack ${packName}`;
}
