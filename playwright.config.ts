import { defineConfig } from '@playwright/test'

/** Tests from `appointments` to `layout`, and one that ends the month. */
const firstHalf = /\/(?:[a-k][^/]*|layout|month-on-phone)\.e2e\.ts$/

/**
 * End-to-end tests in Chromium, against the product as `npm start` runs it, with its own clock and demo data; or against a
 * product that already runs (PARTNERVIEW_URL).
 */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/support/start.ts',
  // Two products serve half of the tests each, in the order of their names. Each half has a month of its own to end.
  workers: 2,
  projects: [
    { name: 'first', testMatch: firstHalf, workers: 1 },
    { name: 'second', testMatch: '**/*.e2e.ts', testIgnore: firstHalf, workers: 1 },
  ],
  // At the end of its output, `npm test` names the tests that needed a second try.
  retries: 1,
  forbidOnly: true,
  maxFailures: Number(process.env['MAX_FAILURES'] ?? 1),
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  // An action that cannot succeed fails after a minute, before the test's own limit. Animations are off, as they cost a
  // fifth of a run.
  use: {
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 60_000,
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
    trace: 'on-first-retry',
  },
})
