// dependency-cruiser's view of the layer table: the same rules for the command line and the gate.

import { layerRules, placeRules } from './scripts/layer-table.mjs';

export default {
  forbidden: [...layerRules(), ...placeRules()],
  options: {
    // A type is a dependency as well: what a layer may not import, it may not name.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types'] },
  },
};
