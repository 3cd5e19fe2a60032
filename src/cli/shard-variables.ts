/** What schedulers tell a task of its place among all tasks, in environment variables. */

import { PromptmillError } from '../contract/errors.js';
import type { Shard } from '../batch/cut-shard.js';

export type Environment = Readonly<Partial<Record<string, string>>>;

/** A place that a scheduler told, and how. */
export interface ToldShard {
  readonly shard: Shard;
  /** Such as `Slurm (SLURM_ARRAY_TASK_ID=7 of SLURM_ARRAY_TASK_COUNT=16)`. */
  readonly source: string;
}

interface Scheduler {
  readonly name: string;
  readonly index: string;
  /** Number of the first task, or the variable that holds it. */
  readonly first: number | string;
  /** Distance of one task's number to the next, where it may be another than 1. */
  readonly step?: string;
  /** Holds the number of tasks. */
  readonly count?: string;
  /** Holds the number of the last task, which tells as much. */
  readonly last?: string;
  /** Where the number of tasks is to be found when no variable holds it. */
  readonly countIsIn?: string;
}

const schedulers: readonly Scheduler[] = [
  {
    name: 'Kubernetes Indexed Job',
    index: 'JOB_COMPLETION_INDEX',
    first: 0,
    countIsIn: 'spec.completions of the job',
  },
  {
    name: 'Slurm',
    index: 'SLURM_ARRAY_TASK_ID',
    first: 'SLURM_ARRAY_TASK_MIN',
    step: 'SLURM_ARRAY_TASK_STEP',
    count: 'SLURM_ARRAY_TASK_COUNT',
  },
  {
    name: 'AWS Batch',
    index: 'AWS_BATCH_JOB_ARRAY_INDEX',
    first: 0,
    count: 'AWS_BATCH_JOB_ARRAY_SIZE',
    countIsIn: 'arrayProperties.size of the job',
  },
  { name: 'GCP Batch', index: 'BATCH_TASK_INDEX', first: 0, count: 'BATCH_TASK_COUNT' },
  { name: 'Cloud Run', index: 'CLOUD_RUN_TASK_INDEX', first: 0, count: 'CLOUD_RUN_TASK_COUNT' },
  { name: 'PBS', index: 'PBS_ARRAY_INDEX', first: 0, countIsIn: 'the range of qsub -J' },
  {
    name: 'Grid Engine',
    index: 'SGE_TASK_ID',
    first: 'SGE_TASK_FIRST',
    step: 'SGE_TASK_STEPSIZE',
    last: 'SGE_TASK_LAST',
  },
  { name: 'LSF', index: 'LSB_JOBINDEX', first: 1, last: 'LSB_JOBINDEX_END' },
  {
    name: 'GNU parallel',
    index: 'PARALLEL_SEQ',
    first: 1,
    countIsIn: 'the number of arguments parallel was given',
  },
  { name: 'Open MPI', index: 'OMPI_COMM_WORLD_RANK', first: 0, count: 'OMPI_COMM_WORLD_SIZE' },
  { name: 'PMI', index: 'PMI_RANK', first: 0, count: 'PMI_SIZE' },
];

/** What the schedulers that do not use arrays write in place of an index. */
const noIndex: ReadonlySet<string> = new Set(['', 'undefined']);

/**
 * The place that the environment tells, when it tells just one.
 * @param count the number of tasks, where the caller knows it
 * @throws PromptmillError `usage` when no scheduler speaks, several disagree, or one leaves out the number of tasks
 */
export function shardFromEnvironment(env: Environment, count: number | undefined): ToldShard {
  const told = schedulers.flatMap((scheduler) => readPlace(scheduler, { env, count }));
  const [first] = told;
  if (first === undefined) throw nobodySpeaks();
  const other = told.find(({ shard }) => !isSame(shard, first.shard));
  if (other !== undefined) throw disagreement(first, other);
  return first;
}

interface Asking {
  readonly env: Environment;
  readonly count: number | undefined;
}

function readPlace(scheduler: Scheduler, { env, count }: Asking): ToldShard[] {
  const text = env[scheduler.index];
  if (text === undefined || noIndex.has(text)) return [];
  // LSF tells 0 where a job is no array.
  if (scheduler.index === 'LSB_JOBINDEX' && text === '0') return [];
  const first = numberFrom(scheduler.first, env);
  const step = scheduler.step === undefined ? 1 : stepFrom(env[scheduler.step]);
  const index = (number(scheduler.index, text) - first) / step;
  const toldCount = countFrom(scheduler, { env, first, step });
  if (toldCount !== undefined && count !== undefined && toldCount !== count) {
    throw otherCount(scheduler, toldCount, count);
  }
  const known = count ?? toldCount;
  if (known === undefined) throw countMissing(scheduler, index);
  if (!Number.isInteger(index) || index < 0 || index >= known) {
    throw outside(scheduler, text, known);
  }
  return [
    { shard: { index, count: known }, source: `${scheduler.name} (${variables(scheduler, env)})` },
  ];
}

function countFrom(
  { count, last }: Scheduler,
  {
    env,
    first,
    step,
  }: { readonly env: Environment; readonly first: number; readonly step: number },
): number | undefined {
  const counted = count === undefined ? undefined : env[count];
  if (count !== undefined && counted !== undefined) return number(count, counted);
  const end = last === undefined ? undefined : env[last];
  if (last === undefined || end === undefined || noIndex.has(end)) return undefined;
  return Math.floor((number(last, end) - first) / step) + 1;
}

function numberFrom(first: number | string, env: Environment): number {
  if (typeof first === 'number') return first;
  return number(first, env[first] ?? '');
}

function stepFrom(text: string | undefined): number {
  return text === undefined || noIndex.has(text) ? 1 : Math.max(1, Number(text));
}

function number(variable: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new PromptmillError('usage', `--shard auto: ${variable} holds no number`, {
    found: text === '' ? 'nothing' : text,
    expected: 'a whole number from 0',
    remedy: 'name the share: --shard I/N',
  });
}

/** `SLURM_ARRAY_TASK_ID=7 of SLURM_ARRAY_TASK_COUNT=16` */
function variables({ index, count, last }: Scheduler, env: Environment): string {
  const other = [count, last].find((name) => name !== undefined && env[name] !== undefined);
  const told = `${index}=${String(env[index])}`;
  return other === undefined ? told : `${told} of ${other}=${String(env[other])}`;
}

function isSame(one: Shard, other: Shard): boolean {
  return one.index === other.index && one.count === other.count;
}

function nobodySpeaks(): PromptmillError {
  return new PromptmillError('usage', '--shard auto: no scheduler told a place', {
    found: 'none of the variables of a scheduler',
    expected: schedulers.map(({ index, name }) => `${index} (${name})`).join(', '),
    remedy: 'name the share: --shard I/N',
  });
}

function disagreement(one: ToldShard, other: ToldShard): PromptmillError {
  const told = [one, other].map(
    ({ source, shard }) => `${String(shard.index)}/${String(shard.count)} by ${source}`,
  );
  return new PromptmillError('usage', '--shard auto: two schedulers tell different places', {
    found: told.join('; '),
    expected: 'one place',
    remedy: 'name the share: --shard I/N',
  });
}

function countMissing({ name, index, countIsIn }: Scheduler, place: number): PromptmillError {
  return new PromptmillError('usage', `--shard auto: ${name} does not tell how many there are`, {
    found: `${index}, which makes this number ${String(place)}, from 0`,
    expected: 'the number of shares as well',
    remedy: `--shard auto/N, where N is ${countIsIn ?? 'the number of tasks'}`,
  });
}

function otherCount({ name }: Scheduler, told: number, given: number): PromptmillError {
  return new PromptmillError(
    'usage',
    `--shard auto/${String(given)}: ${name} tells another number`,
    {
      found: `${String(told)} tasks`,
      expected: String(given),
      remedy: 'leave the number out: --shard auto',
    },
  );
}

function outside({ name, index }: Scheduler, text: string, count: number): PromptmillError {
  return new PromptmillError('usage', `--shard auto: ${name} tells a place that is none`, {
    found: `${index}=${text}`,
    expected: `one of ${String(count)} places`,
    remedy: 'name the share: --shard I/N. A list of task ids such as 1,5,7 has no places',
  });
}
