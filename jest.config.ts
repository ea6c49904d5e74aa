import type { Config } from 'jest'

/**
 * Jest runs only the tests of the CDK stack; `npm test` starts it with `--experimental-vm-modules`. Vitest runs all
 * other tests.
 */
const config: Config = {
  testMatch: ['<rootDir>/infra/stack*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' }, module: { type: 'es6' }, swcrc: false },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/cdk.out', '<rootDir>/dist', '<rootDir>/.local'],
  testTimeout: 60_000,
}

export default config
