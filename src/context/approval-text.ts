/** What the permissions message says of approvals, for each policy, reviewer and feature (spec 2 §4.4). */

import { type PackTexts, wordsOf } from '../contract/texts.js';
import type { ApprovalPolicy, GranularApprovals } from '../policy/approvals.js';
import { prefixesSection } from './approved-prefixes.js';
import type { PermissionsInput } from './permissions-text.js';

export function approvalText(input: PermissionsInput, texts: PackTexts): string {
  const override = input.overrides?.approvals[overrideName(input)];
  if (override !== undefined) return override;
  if (input.approval === 'never') return wordsOf(texts, 'permissions.approval.never');
  const parts = partsOf(input.approval, input, texts);
  if (input.reviewer === 'auto_review') parts.push(wordsOf(texts, 'permissions.auto-review'));
  return parts.join('\n\n');
}

/** The catalog's name of the text for a policy; a granular one has none. */
function overrideName({ approval, reviewer }: PermissionsInput): string {
  switch (approval) {
    case 'never':
      return 'never';
    case 'untrusted':
      return 'unless_trusted';
    case 'on-request':
      return reviewer === 'auto_review' ? 'on_request_auto_review' : 'on_request';
    default:
      return '';
  }
}

function partsOf(
  approval: Exclude<ApprovalPolicy, 'never'>,
  input: PermissionsInput,
  texts: PackTexts,
): string[] {
  if (approval === 'untrusted') {
    return [wordsOf(texts, 'permissions.approval.untrusted'), ...toolPart(input, texts)];
  }
  if (approval === 'on-request') {
    const request = input.features.execPermissionApprovals
      ? 'permissions.approval.on-request-inline'
      : 'permissions.approval.on-request';
    return [wordsOf(texts, request), ...toolPart(input, texts), ...prefixesPart(input, texts)];
  }
  return granularParts(approval.granular, input, texts);
}

function granularParts(
  granular: GranularApprovals,
  input: PermissionsInput,
  texts: PackTexts,
): string[] {
  const { execPermissionApprovals, requestPermissionsTool } = input.features;
  const categories = Object.entries(granular).filter(
    ([name]) => name !== 'request_permissions' || requestPermissionsTool,
  );
  const section = (title: string, isOn: boolean): string[] => {
    const lines = categories.filter(([, on]) => on === isOn).map(([name]) => `- \`${name}\``);
    return lines.length === 0 ? [] : [[title, ...lines].join('\n')];
  };
  return [
    wordsOf(texts, 'permissions.granular.intro'),
    ...section(wordsOf(texts, 'permissions.granular.prompted'), true),
    ...section(wordsOf(texts, 'permissions.granular.rejected'), false),
    ...(execPermissionApprovals && granular.sandbox_approval
      ? [wordsOf(texts, 'permissions.approval.on-request-inline')]
      : []),
    ...(granular.request_permissions ? toolPart(input, texts) : []),
    ...prefixesPart(input, texts),
  ];
}

function toolPart({ features }: PermissionsInput, texts: PackTexts): string[] {
  return features.requestPermissionsTool ? [wordsOf(texts, 'permissions.request-tool')] : [];
}

function prefixesPart({ approvedPrefixes }: PermissionsInput, texts: PackTexts): string[] {
  const section = prefixesSection(approvedPrefixes, texts);
  return section === undefined ? [] : [section];
}
