// All scenarios, in the order in which they run.

import { compactionScenarios } from './scenarios/compaction.mjs';
import { goalScenarios } from './scenarios/goals.mjs';
import { modelScenarios } from './scenarios/models.mjs';
import { settingScenarios } from './scenarios/settings.mjs';
import { subAgentScenarios } from './scenarios/sub-agents.mjs';
import { threadScenarios } from './scenarios/threads.mjs';
import { toolScenarios } from './scenarios/tools.mjs';
import { turnScenarios } from './scenarios/turns.mjs';
import { walkScenarios } from './scenarios/walks.mjs';

/** @type {readonly import('./record-scenario.mjs').Scenario[]} */
export const SCENARIOS = [
  ...turnScenarios,
  ...toolScenarios,
  ...modelScenarios,
  ...settingScenarios,
  ...compactionScenarios,
  ...threadScenarios,
  ...subAgentScenarios,
  ...goalScenarios,
  ...walkScenarios,
];
