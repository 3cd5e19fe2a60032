/** The public interface: rendering in the caller's thread, and rendering a corpus on worker threads. */

export {
  type Assembler,
  type AssemblerOptions,
  createAssembler,
  renderRollout,
  renderSpec,
  type RolloutOptions,
} from './assembler.js';
export {
  type StripOptions,
  type StrippedRollout,
  type StripRemoval,
  type StripReport,
  stripRollout,
  type StripTotal,
  type UnreadLine,
} from './assemble/strip-rollout.js';
export type { JobTotals } from './batch/collect-reports.js';
export type { ExportSummary } from './batch/export-batch.js';
export { exportSessions, type ExportSessionsOptions } from './batch/export-sessions.js';
export type { JobInput } from './batch/plan-runs.js';
export type { ProgressMode } from './batch/progress.js';
export { type BatchOptions, type BatchSummary, renderBatch } from './batch/render-batch.js';
export type { ChoosableSection, ContextMode } from './contract/context-request.js';
export {
  type ErrorCode,
  type ErrorDetails,
  type ErrorRecord,
  PromptmillError,
} from './contract/errors.js';
export type {
  AtSelector,
  ItemIdsMode,
  KernelChoice,
  LoaderMode,
  ProviderMode,
  RenderOptions,
} from './contract/options.js';
export type { Loss } from './contract/chat.js';
export type {
  Exporter,
  ExportFault,
  ExportFormat,
  ExportOptions,
  ExportPlace,
  ExportSink,
  FileCheck,
  FormatOption,
  ReportFault,
  ValueFault,
} from './contract/export.js';
export type { PartReport } from './contract/protocol.js';
export type {
  Fidelity,
  FidelityLevel,
  Notice,
  RenderedRequest,
  RequestKind,
  RequestSource,
} from './contract/request.js';
export type { RulesId } from './contract/rules.js';
export type { RenderContext } from './contract/session.js';
export type { PackTextId, PackTexts } from './contract/texts.js';
export { loadPack, type Pack, textOf } from './packs/load-pack.js';
export {
  findInputs,
  type FoundInput,
  type FoundInputs,
  type InputFile,
  type InputSpec,
  type PassedOver,
  type PathList,
} from './sources/find-inputs.js';
export { type ContextOptions, readContext } from './read-context.js';
export { readSessionSpecs, type SessionSpec } from './sources/read-session-spec.js';
export type { InputEncoding } from './sources/rollout-name.js';
export type {
  Inference,
  InferenceFacts,
  SessionFacts,
  TokenUsage,
  TracedSession,
} from './contract/inference.js';
export type { TokenCounter, TokenCounterName } from './contract/tokens.js';
export type {
  Origin,
  RecordedPlace,
  RequestTrace,
  TracePart,
  TracePartKind,
  TraceSpan,
} from './contract/trace.js';
export { createTokenCounter } from './tokens/counter.js';
export { createTracer, type OpenTrace, type SessionTracer } from './trace-sessions.js';
export { type ExplainOptions, explainSession } from './report/explain/explain-session.js';
export type {
  ChangedItem,
  ExplainedPart,
  ExplainedRequest,
  ExplainedRule,
  ExplainedSource,
  Explanation,
  FieldFidelity,
  FirstDifference,
  GroupTotal,
  RequestChange,
  TimelineEntry,
} from './report/explain/explanation.js';
export { chooseRules, type RuleChoice } from './report/lint/choose-rules.js';
export { type LintedFile, lintFiles, type LintOptions } from './report/lint/lint-files.js';
export type { Finding } from './report/lint/lint-session.js';
