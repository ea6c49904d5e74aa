import { defineConfig } from '@playwright/test'

/** Tests from `appointments` to `customer-and-day`, and one that ends the month. */
const first = /\/(?:[a-c][^/]*|month-on-phone)\.e2e\.ts$/
/** Tests from `injection` to `login`, and one of people. */
const second = /\/(?:[d-l][^/]*|people)\.e2e\.ts$/

/**
 * End-to-end tests in Chromium, against the product as `npm start` runs it, with its own clock and demo data; or against a
 * product that already runs (PARTNERVIEW_URL).
 */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/support/start.ts',
  // Three products serve a third of the tests each, in the order of their names, as a test waits a quarter of its time.
  // Of two tests that end the month, each has a product of its own.
  workers: 3,
  projects: [
    { name: 'first', testMatch: first, workers: 1 },
    { name: 'second', testMatch: second, workers: 1 },
    { name: 'third', testMatch: '**/*.e2e.ts', testIgnore: [first, second], workers: 1 },
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
