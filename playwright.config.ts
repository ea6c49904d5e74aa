import { defineConfig } from '@playwright/test'

/**
 * End-to-end tests in Chromium, against the product as `npm start` runs it. Each worker has a product of its own, with
 * its own clock and copy of the demo data. A product that already runs (PARTNERVIEW_URL) serves one worker.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/support/start.ts',
  workers: process.env['PARTNERVIEW_URL'] ? 1 : 2,
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
