import { defineConfig } from '@playwright/test'

/**
 * End to end in Chromium, against the product as `npm start` runs it: each worker has one of its own, with its own clock
 * and its own copy of the demo data. A product that runs already (PARTNERVIEW_URL) serves one worker.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/support/start.ts',
  workers: process.env['PARTNERVIEW_URL'] ? 1 : 2,
  // A test that needed the second try is named at the end of `npm test`.
  retries: 1,
  forbidOnly: true,
  maxFailures: Number(process.env['MAX_FAILURES'] ?? 1),
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  // What never comes is told in a minute, not when the whole test is over. Animations cost a fifth of a run's time.
  use: {
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 60_000,
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
    trace: 'on-first-retry',
  },
})
