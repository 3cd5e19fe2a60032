// Builds dist/ before the tests when src/ has changed: worker threads load their code from there.

import { build } from '../../scripts/build.mjs';

export default function setup(): void {
  build({ ifStale: true, keepGoing: true });
}
