import { describe, expect, it } from 'vitest';
import { type Environment, shardFromEnvironment } from '../../src/cli/shard-variables.js';

const slurm = {
  SLURM_ARRAY_TASK_ID: '14',
  SLURM_ARRAY_TASK_MIN: '10',
  SLURM_ARRAY_TASK_COUNT: '8',
};

describe('shardFromEnvironment', () => {
  it.each<[string, Environment, number | undefined, string]>([
    ['a Slurm array', slurm, undefined, '4/8'],
    [
      'a Slurm array with steps',
      { ...slurm, SLURM_ARRAY_TASK_STEP: '2', SLURM_ARRAY_TASK_COUNT: '3' },
      undefined,
      '2/3',
    ],
    ['a Kubernetes Indexed Job', { JOB_COMPLETION_INDEX: '0' }, 5, '0/5'],
    [
      'AWS Batch',
      { AWS_BATCH_JOB_ARRAY_INDEX: '2', AWS_BATCH_JOB_ARRAY_SIZE: '4' },
      undefined,
      '2/4',
    ],
    ['GCP Batch', { BATCH_TASK_INDEX: '2', BATCH_TASK_COUNT: '4' }, undefined, '2/4'],
    ['Cloud Run', { CLOUD_RUN_TASK_INDEX: '1', CLOUD_RUN_TASK_COUNT: '2' }, undefined, '1/2'],
    [
      'Grid Engine, which counts from 1',
      { SGE_TASK_ID: '3', SGE_TASK_FIRST: '1', SGE_TASK_LAST: '9', SGE_TASK_STEPSIZE: '2' },
      undefined,
      '1/5',
    ],
    ['LSF', { LSB_JOBINDEX: '1', LSB_JOBINDEX_END: '3' }, undefined, '0/3'],
    ['GNU parallel', { PARALLEL_SEQ: '3' }, 3, '2/3'],
    ['Open MPI', { OMPI_COMM_WORLD_RANK: '1', OMPI_COMM_WORLD_SIZE: '2' }, undefined, '1/2'],
    ['PMI', { PMI_RANK: '1', PMI_SIZE: '2' }, undefined, '1/2'],
    [
      'two that agree',
      { OMPI_COMM_WORLD_RANK: '1', OMPI_COMM_WORLD_SIZE: '2', PMI_RANK: '1', PMI_SIZE: '2' },
      undefined,
      '1/2',
    ],
    [
      'one beside queues without arrays',
      { ...slurm, SGE_TASK_ID: 'undefined', LSB_JOBINDEX: '0' },
      8,
      '4/8',
    ],
  ])('reads %s', (...[, env, count, place]) => {
    const { shard } = shardFromEnvironment(env, count);
    expect(`${String(shard.index)}/${String(shard.count)}`).toBe(place);
  });

  it('says what it went by', () => {
    expect(shardFromEnvironment(slurm, undefined).source).toBe(
      'Slurm (SLURM_ARRAY_TASK_ID=14 of SLURM_ARRAY_TASK_COUNT=8)',
    );
    expect(shardFromEnvironment({ PARALLEL_SEQ: '1' }, 2).source).toBe(
      'GNU parallel (PARALLEL_SEQ=1)',
    );
  });

  it.each<[string, Environment, number | undefined, string, RegExp]>([
    ['nothing', {}, undefined, 'no scheduler told a place', /--shard I\/N/],
    [
      'an index without a number of tasks',
      { JOB_COMPLETION_INDEX: '3' },
      undefined,
      'Kubernetes Indexed Job does not tell how many there are',
      /--shard auto\/N, where N is spec.completions/,
    ],
    [
      'two that differ',
      { ...slurm, PARALLEL_SEQ: '1' },
      8,
      'two schedulers tell different places',
      /--shard I\/N/,
    ],
    ['another number than was given', slurm, 9, 'Slurm tells another number', /--shard auto/],
    [
      'a list of task ids',
      { ...slurm, SLURM_ARRAY_TASK_ID: '99' },
      undefined,
      'Slurm tells a place that is none',
      /list of task ids/,
    ],
    [
      'no number',
      { PMI_RANK: 'one', PMI_SIZE: '2' },
      undefined,
      'PMI_RANK holds no number',
      /--shard I\/N/,
    ],
    [
      'no first task',
      { ...slurm, SLURM_ARRAY_TASK_MIN: undefined },
      undefined,
      'SLURM_ARRAY_TASK_MIN holds no number',
      /--shard I\/N/,
    ],
  ])('guesses nothing from %s', (...[, env, count, message, remedy]) => {
    expect(() => shardFromEnvironment(env, count)).toThrow(
      expect.objectContaining({
        code: 'usage',
        message: expect.stringContaining(message),
        details: expect.objectContaining({ remedy: expect.stringMatching(remedy) }),
      }),
    );
  });
});
