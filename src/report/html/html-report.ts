/** `explain --html`: a session as one page that can be opened from disk, and loads nothing. */

import type { TracedSession } from '../../contract/inference.js';
import type { TokenCounter } from '../../contract/tokens.js';
import { collectPage } from './collect-page.js';
import { type TextLimits, textLimits } from './fit-texts.js';
import { readPageAssets } from './page-assets.js';
import { pageHtml } from './page-html.js';

export interface HtmlReportOptions {
  readonly counter: TokenCounter;
  /** Program and version, for the head of the page. */
  readonly madeBy: string;
  /** How much text the page may hold. */
  readonly limits?: TextLimits;
}

/** @returns the document; its texts are bounded by the limits, whatever the size of the session */
export function htmlReport(
  traced: TracedSession,
  { limits = textLimits, ...options }: HtmlReportOptions,
): string {
  return pageHtml(collectPage(traced, { ...options, limits }), readPageAssets());
}
