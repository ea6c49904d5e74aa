import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

/**
 * Returns the path of the Chromium for tests: `PARTNERVIEW_CHROMIUM`, or else the one of an npm package, which runs on
 * Linux x64. Undefined on other systems, where Playwright starts its own (`npx playwright install chromium`).
 */
export async function findChromium(): Promise<string | undefined> {
  const given = process.env['PARTNERVIEW_CHROMIUM']
  if (given) return given
  return process.platform === 'linux' && process.arch === 'x64' ? sparticuz.executablePath() : undefined
}

/** Starts a Chromium without a window, with further switches of its command line. */
export async function launchBrowser(switches: readonly string[] = []): Promise<Browser> {
  const executablePath = await findChromium()
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', ...switches],
    headless: true,
  })
}
