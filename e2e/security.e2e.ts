import type { Page } from '@playwright/test'
import {
  callWorkbench,
  expect,
  expectAccessible,
  findDemoAccount,
  logInByApi,
  readProductUrl,
  readTwoFactorCode,
  test,
} from './support/test.ts'

const security = (tab: string) => `${readProductUrl()}/security?tab=${tab}`
const readWith = (apiKey: string) => fetch(`${readProductUrl()}/api/appointments`, { headers: { 'x-api-key': apiKey } })

const isWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)

test('an API key reads, cannot write, and opens nothing once switched off; the audit log shows both changes', async ({
  page,
}) => {
  const maker = await findDemoAccount('admin1@partnerview.example')
  await logInByApi(page, maker.email)
  await page.goto(security('api-keys'))
  await page.getByRole('button', { name: 'Nieuwe API key' }).click()
  const form = page.getByRole('dialog', { name: 'Nieuwe API key' })
  await form.getByLabel('Naam').fill('Koppeling E2E')
  await form.getByLabel('Omschrijving').fill('Leest afspraken')
  await form.getByLabel('Wachtwoord', { exact: true }).fill(maker.password)
  await expectAccessible(page)
  // The code of the login is used up; the app shows the next one half a minute later.
  const { now } = await callWorkbench<{ now: string }>('/clock')
  await setClock(new Date(Date.parse(now) + 30_000).toISOString())
  try {
    await form.getByLabel('2FA code').fill(await readTwoFactorCode(maker.email))
    await form.getByRole('button', { name: 'API key maken' }).click()
    await expect(page.getByRole('dialog', { name: 'Je nieuwe API key' })).toBeVisible()
  } finally {
    await setClock(null)
  }
  const shown = page.getByRole('dialog', { name: 'Je nieuwe API key' })
  const apiKey = (await shown.getByText(/^pvk_/).textContent()) ?? ''
  await expect(shown.getByText(/^curl/)).toContainText(apiKey)
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'Klaar' }).click()
  const row = page.getByRole('row', { name: /Koppeling E2E/ })
  await expect(row.getByText('Actief')).toBeVisible()
  await expectAccessible(page)

  expect((await readWith(apiKey)).status).toBe(200)
  const written = await fetch(`${readProductUrl()}/api/appointments`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(written.status).toBe(403)

  await row.getByRole('button', { name: 'Koppeling E2E uitschakelen' }).click()
  const question = page.getByRole('alertdialog', { name: 'API key Koppeling E2E uitschakelen?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Uitschakelen' }).click()
  await expect(row.getByText('Uitgeschakeld')).toBeVisible()
  expect((await readWith(apiKey)).status).toBe(401)

  await page.goto(security('auditlog'))
  const log = page.getByRole('table', { name: 'Auditlog' })
  const created = log.getByRole('row', { name: /API key aangemaakt.*Koppeling E2E/ })
  await expect(created).toBeVisible()
  await expectAccessible(page)
  await created.click()
  const details = page.getByRole('dialog', { name: 'Wijziging' })
  const values = details.getByRole('table', { name: 'Oude en nieuwe waarden' })
  await expect(values.getByRole('row', { name: /^Naam/ })).toContainText('Koppeling E2E')
  await expect(details).not.toContainText(apiKey)
  await expectAccessible(page)
  await details.getByRole('button', { name: 'Alles van dit record' }).click()
  await expect(details).toBeHidden()
  // The table has its heading and two rows: one for creating the key, one for switching it off. Changes of other
  // records add no rows.
  await expect(log.getByRole('row')).toHaveCount(3)
  await expect(log.getByRole('row', { name: /API key uitgeschakeld/ })).toHaveCount(1)
  await page.reload()
  await expect(log.getByRole('row')).toHaveCount(3)
})

test('a session in another browser is ended from the list, and that browser then shows the login', async ({
  page,
  openPage,
}) => {
  await logInByApi(page, 'agent15@partnerview.example', { isNew: true })
  const other = await openPage()
  await logInByApi(other, 'agent15@partnerview.example', { isNew: true })
  await page.goto(security('sessies'))
  const sessions = page.getByRole('list', { name: 'Actieve sessies' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.first()).toContainText('Deze sessie')
  await expectAccessible(page)
  await sessions.nth(1).getByRole('button').click()
  const question = page.getByRole('alertdialog')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Beëindigen' }).click()
  await expect(page.getByText('Je bent nergens anders ingelogd.')).toBeVisible()
  await expect(sessions).toHaveCount(1)

  await other.goto(`${readProductUrl()}/appointments`)
  await expect(other.getByRole('button', { name: 'Inloggen' })).toBeVisible()
  await expect(other.getByText('Session verlopen - wordt doorgestuurd naar login', { exact: true })).toBeVisible()
})

test('new backup codes are made after a code of the app, and a login uses one up', async ({ page, openPage }) => {
  // `login` takes the code that the person's authenticator app shows, and a backup code only if that code was used
  // before. No other test logs in as agent17, so here `login` takes the app's code.
  const person = await findDemoAccount('agent17@partnerview.example')
  await logInByApi(page, person.email, { path: '/security' })
  await page.getByRole('button', { name: 'Nieuwe backup codes' }).click()
  const asking = page.getByRole('dialog', { name: 'Nieuwe backup codes' })
  await expectAccessible(page)
  // The code of the login is used up; the app shows the next one half a minute later.
  const { now } = await callWorkbench<{ now: string }>('/clock')
  await setClock(new Date(Date.parse(now) + 30_000).toISOString())
  try {
    await asking.getByLabel('2FA code').fill(await readTwoFactorCode(person.email))
    await asking.getByRole('button', { name: 'Codes maken' }).click()
    const shown = page.getByRole('dialog', { name: 'Je nieuwe backup codes' })
    const codes = shown.getByRole('list', { name: 'Backup codes' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    const code = (await codes.first().textContent()) ?? ''
    await expectAccessible(page)
    await shown.getByRole('button', { name: 'Klaar' }).click()
    await expect(page.getByText('10 backup codes over')).toBeVisible()

    const other = await openPage()
    await other.goto(`${readProductUrl()}/login`)
    await other.getByLabel('E-mail').fill(person.email)
    await other.getByLabel('Wachtwoord', { exact: true }).fill(person.password)
    await other.getByRole('button', { name: 'Inloggen' }).click()
    await other.getByLabel('2FA code').fill(code)
    await other.getByRole('button', { name: 'Verifiëren' }).click()
    await expect(other.getByRole('heading', { name: `Goedemorgen, ${person.firstName}` })).toBeVisible()
    await page.reload()
    await expect(page.getByText('9 backup codes over')).toBeVisible()
  } finally {
    await setClock(null)
  }
})

const setClock = (now: string | null) =>
  callWorkbench('/clock', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now }),
  })

test('on a phone no tab of the security screen is too wide, and each is accessible', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await logInByApi(page, 'admin2@partnerview.example')
  const ready = {
    account: 'Beveiligingstips',
    sessies: 'Deze sessie',
    'api-keys': 'Nieuwe API key',
    auditlog: 'Ingelogd',
  }
  for (const [tab, text] of Object.entries(ready)) {
    await page.goto(security(tab))
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
    expect(await isWide(page)).toBe(false)
    await expectAccessible(page)
  }
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('combobox', { name: 'Actie' }).selectOption('Aanmaken')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Toon auditlog' }).click()
  await expect(page).toHaveURL(/action=create/)
  await page
    .getByRole('list', { name: 'Auditlog' })
    .getByRole('button', { name: /Ingelogd/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: 'Wijziging' })).toBeVisible()
  await expectAccessible(page)
})

test('the dialog that disables 2FA is accessible, and 2FA can be set up anew', async ({ page }) => {
  const person = await findDemoAccount('caller20@partnerview.example')
  await logInByApi(page, person.email, { path: '/security' })
  await page.getByRole('button', { name: '2FA uitschakelen' }).click()
  const off = page.getByRole('dialog', { name: '2FA uitschakelen?' })
  await expectAccessible(page)
  await off.getByRole('button', { name: 'Annuleren' }).click()
  await page.getByRole('button', { name: 'Opnieuw instellen' }).click()
  const renew = page.getByRole('dialog', { name: '2FA opnieuw instellen?' })
  const [backupCode = ''] = person.backupCodes ?? []
  await renew.getByLabel('Wachtwoord', { exact: true }).fill(person.password)
  await renew.getByLabel('2FA code').fill(backupCode)
  await renew.getByRole('button', { name: 'Opnieuw instellen' }).click()
  await expect(page.getByText('Je kunt 2FA opnieuw instellen', { exact: true })).toBeVisible()
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Wachtwoord', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Inloggen' }).click()
  await expect(page.getByRole('heading', { name: 'Stel tweestapsverificatie in' })).toBeVisible()
})
