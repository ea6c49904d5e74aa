import { defineConfig } from '@playwright/test'

/** End to end in Chromium, against the product as `npm start` runs it, started once for the run. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/support/start.ts',
  workers: 1,
  forbidOnly: true,
  maxFailures: Number(process.env['MAX_FAILURES'] ?? 1),
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: { locale: 'nl-NL', timezoneId: 'Europe/Amsterdam', trace: 'retain-on-failure' },
})
