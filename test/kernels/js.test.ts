import { describe } from 'vitest';
import { jsKernel } from '../../src/kernels/js/kernel.js';
import { describeKernel } from './suite.js';

describe('the plain kernel', () => {
  describeKernel(jsKernel);
});
