import chromium from '@sparticuz/chromium'
import { chromium as pw } from 'playwright-core'

const base = 'http://127.0.0.1:3100'
const browser = await pw.launch({
  executablePath: await chromium.executablePath(),
  args: chromium.args,
  headless: true,
})
const code = async (email: string) => (await (await fetch(`${base}/__local/totp?email=${email}`)).json()).code
async function as(email: string, width: number, dark: boolean) {
  const context = await browser.newContext({
    viewport: { width, height: width < 500 ? 844 : 900 },
    isMobile: width < 500,
    hasTouch: width < 500,
    colorScheme: dark ? 'dark' : 'light',
  })
  const page = await context.newPage()
  page.on('console', (m) => m.type() === 'error' && console.log('CONSOLE', email, m.text()))
  await page.goto(base)
  if (dark) await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Wachtwoord', { exact: true }).fill(`Welkom-${email.replace(/^([a-z]+)(\d)@.*/, '$1-$2')}`)
  await page.getByRole('button', { name: 'Inloggen' }).click()
  await page.getByLabel('2FA code').fill(await code(email))
  await page.getByRole('button', { name: 'Verifiëren' }).click()
  await page.getByRole('navigation').first().waitFor()
  return page
}
const [who = 'admin1@partnerview.example', width = '1440', dark = ''] = process.argv.slice(2)
const page = await as(who, Number(width), dark === 'dark')
const shot = async (name: string) => {
  await page.waitForTimeout(1200)
  await page.screenshot({ path: `/tmp/shots/${name}-${who.split('@')[0]}-${width}${dark}.png` })
}
await page.goto(`${base}/mijn-dag`)
await shot('my-day')
await page
  .getByRole('button', { name: /melding/i })
  .first()
  .click()
  .catch(() => {})
await shot('bell')
await page.keyboard.press('Escape')
if (Number(width) > 500) await page.keyboard.press('Control+k')
else await page.getByRole('button', { name: 'Zoeken' }).click()
await page.getByRole('combobox', { name: 'Snel zoeken' }).fill('jansen')
await shot('search')
await page.getByRole('combobox', { name: 'Snel zoeken' }).fill('06 1')
await shot('search-phone')
await page.getByRole('combobox', { name: 'Snel zoeken' }).fill('jansne')
await shot('search-typo')
await page.getByRole('combobox', { name: 'Snel zoeken' }).fill('jansen')
await page.waitForTimeout(800)
await page.getByRole('option').filter({ hasText: 'ansen' }).first().click()
await page.waitForTimeout(800)
await shot('customer')
console.log(page.url())
await browser.close()
