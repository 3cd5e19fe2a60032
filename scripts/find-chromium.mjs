// Finds an installed Chromium: what CHROME_PATH names, or the first of the usual names on PATH.

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** Why there is none, for whoever was going to use it. */
export const NO_CHROMIUM = 'no Chromium on PATH, and CHROME_PATH names none';

/** @returns {string | undefined} */
export function findChromium({ CHROME_PATH, PATH = '' } = process.env) {
  const folders = PATH.split(delimiter).filter((folder) => folder !== '');
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [CHROME_PATH, ...onPath].find((file) => file !== undefined && isExecutable(file));
}

/** Where pages run that we wrote ourselves; a container's superuser can have no sandbox. */
export const CHROMIUM_ARGUMENTS = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
