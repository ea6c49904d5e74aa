import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../testing/product/browser.ts'
import { type Account, startRuntime } from '../testing/runtime.ts'

/** Takes the README's pictures of the running product, into docs/screens. */
const runtime = await startRuntime()
const browser = await launchBrowser()
try {
  await mkdir('docs/screens', { recursive: true })
  const admin = (await runtime.accounts()).find((one) => one.role === 'admin')
  if (!admin) throw new Error('No admin')
  const context = await browser.newContext({
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  await page.goto(`${runtime.url}/login`)
  await page.getByRole('button', { name: 'Inloggen' }).waitFor()
  await shoot(page, 'login')
  await enter(page, admin)
  await page.getByText('Topverkoper').waitFor()
  await shoot(page, 'dashboard')
  await page.goto(`${runtime.url}/appointments`)
  await page.getByRole('row').nth(3).waitFor()
  await shoot(page, 'appointments')
  await page.getByRole('button', { name: 'Nieuwe afspraak' }).click()
  await page.getByRole('dialog').getByLabel('Klantnaam').waitFor()
  await shoot(page, 'appointment-form')
  await page.goto(`${runtime.url}/calendar?view=week`)
  await page.getByRole('table').getByRole('link').first().waitFor()
  await shoot(page, 'calendar')
  await page.goto(`${runtime.url}/leads`)
  await page.getByText('URGENT').first().waitFor()
  await shoot(page, 'leads')
  await page.goto(`${runtime.url}/transactions`)
  await page.getByRole('row').nth(3).waitFor()
  await shoot(page, 'transactions')
  await page.goto(`${runtime.url}/commissions`)
  await page.getByRole('row').nth(3).waitFor()
  await shoot(page, 'commissions')
  await page.goto(`${runtime.url}/self-billing?status=alle`)
  await page.getByRole('row').nth(4).waitFor()
  await shoot(page, 'invoices')
  await page.goto(`${runtime.url}/self-billing/workflow-betaald`)
  await page.getByRole('link', { name: 'Details & Status' }).first().click()
  await page.getByRole('heading', { name: 'Geschiedenis' }).waitFor()
  await page.getByRole('heading', { name: 'E-mails' }).waitFor()
  await shoot(page, 'invoice')
  await page.goto(`${runtime.url}/self-billing/maandrun`)
  await page.getByRole('table').getByRole('button', { expanded: false }).first().click()
  await shoot(page, 'monthly-run')
  await page.goto(`${runtime.url}/self-billing/betalingen`)
  await page.getByRole('checkbox', { name: 'Selecteer rij', disabled: false }).first().click()
  await page.getByRole('button', { name: 'Betaalbestand maken' }).waitFor()
  await shoot(page, 'payments')
  await page.goto(`${runtime.url}/self-billing/boekhouding?tab=verzendingen`)
  await page.getByRole('button', { name: 'Nu versturen' }).click()
  await page.getByRole('dialog').getByText('Klaar').waitFor()
  await shoot(page, 'dispatch')
  await page.goto(`${runtime.url}/users`)
  await page.getByRole('row').nth(3).waitFor()
  await shoot(page, 'users')
  await page.goto(`${runtime.url}/teams`)
  await page.getByText('Roermond Maas').first().waitFor()
  await shoot(page, 'teams')
  await page.goto(`${runtime.url}/expiring-contracts`)
  await page.getByRole('row').nth(3).waitFor()
  await shoot(page, 'expiring-contracts')
  await page.goto(`${runtime.url}/reports`)
  await page.getByRole('heading', { name: 'Marge en sales per maand' }).waitFor()
  await page.getByRole('slider').first().waitFor()
  await shoot(page, 'report')
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.goto(`${runtime.url}/security`)
  await page.getByText('Tweestapsverificatie').first().waitFor()
  await shoot(page, 'security-dark')
  await page.goto(`${runtime.url}/__local`)
  await page.getByText('admin1@partnerview.example').first().waitFor()
  await shoot(page, 'workbench')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => localStorage.setItem('theme', 'light'))
  await page.goto(`${runtime.url}/appointments`)
  await page.getByRole('listitem').nth(3).waitFor()
  await shoot(page, 'appointments-phone')
  await page.goto(`${runtime.url}/calendar`)
  await page.getByText('Afspraken laden...').waitFor({ state: 'hidden' })
  await page.getByRole('rowheader').first().waitFor()
  await shoot(page, 'calendar-phone')
} finally {
  await browser.close()
  await runtime.stop()
}

async function enter(page: Page, account: Account): Promise<void> {
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByLabel('Wachtwoord', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Inloggen' }).click()
  const { code } = await runtime.json<{ code: string }>(
    'GET',
    `/__local/totp?email=${encodeURIComponent(account.email)}`,
  )
  await page.getByLabel('2FA code').fill(code)
  await page.getByText('Welkom terug!', { exact: true }).waitFor()
  await page.getByText('Welkom terug!', { exact: true }).waitFor({ state: 'hidden' })
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  // Waits only for animations that end: a loading card further down moves until it is scrolled into view.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    return Promise.all(ending.map((animation) => animation.finished.catch(() => null)))
  })
  await page.screenshot({ path: `docs/screens/${name}.png` })
}
