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
  visit,
} from './support/test.ts'

const readWith = (apiKey: string) => fetch(`${readProductUrl()}/api/appointments`, { headers: { 'x-api-key': apiKey } })

// The clock stays ahead during a test: what follows a change must not be older than the change.
test.afterEach(() => setClock(null))

test('an API key reads, cannot write, and opens nothing once switched off; the audit log shows both changes', async ({
  page,
}) => {
  const maker = await findDemoAccount('admin1@partnerview.example')
  await logInByApi(page, maker.email, { path: '/security?tab=api-keys' })
  await page.getByRole('button', { name: 'Nieuwe API key' }).click()
  const form = page.getByRole('dialog', { name: 'Nieuwe API key' })
  await form.getByLabel('Naam').fill('Koppeling E2E')
  await form.getByLabel('Omschrijving').fill('Leest afspraken')
  await form.getByLabel('Wachtwoord', { exact: true }).fill(maker.password)
  await expectAccessible(page)
  // The code of the login is used up; the app shows the next one half a minute later.
  const { now } = await callWorkbench<{ now: string }>('/clock')
  await setClock(new Date(Date.parse(now) + 30_000).toISOString())
  await form.getByLabel('2FA code').fill(await readTwoFactorCode(maker.email))
  await form.getByRole('button', { name: 'API key maken' }).click()
  await expect(page.getByRole('dialog', { name: 'Je nieuwe API key' })).toBeVisible()
  const shown = page.getByRole('dialog', { name: 'Je nieuwe API key' })
  const apiKey = (await shown.getByText(/^pvk_/).textContent()) ?? ''
  await expect(shown.getByText(/^curl/)).toContainText(apiKey)
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'Klaar' }).click()
  const row = page.getByRole('row', { name: /Koppeling E2E/ })
  await expect(row).toBeVisible()
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

  const log = page.getByRole('table', { name: 'Auditlog' })
  const created = log.getByRole('row', { name: /API key aangemaakt.*Koppeling E2E/ })
  await visit(page, '/security?tab=auditlog')
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

test('a person ends a session elsewhere, makes backup codes of which a login uses one up, and sets up 2FA anew', async ({
  page,
  openPage,
}) => {
  // `logInByApi` takes the code that the person's authenticator app shows, and a backup code only if that code was used
  // before. No other test logs in as agent15, so the first login here takes the app's code.
  const person = await findDemoAccount('agent15@partnerview.example')
  await logInByApi(page, person.email, { isNew: true })
  const other = await openPage()
  await logInByApi(other, person.email, { isNew: true })
  await page.goto(`${readProductUrl()}/security`)
  await expect(page.getByText('Accountstatus')).toBeVisible()
  for (const scheme of ['Indigo', 'Smaragd', 'Oceaan', 'Framboos', 'Amber', 'Blauw']) {
    await page.locator('label', { has: page.getByRole('radio', { name: scheme }) }).click()
    await expect(page.getByRole('radio', { name: scheme })).toBeChecked()
    await expectAccessible(page)
  }

  await page.getByRole('tab', { name: 'Sessies' }).click()
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
  await expect(other.getByText('Session verlopen - wordt doorgestuurd naar login', { exact: true })).toBeVisible()

  await page.getByRole('tab', { name: 'Account' }).click()
  await chooseTwoFactor(page, 'Nieuwe backup codes')
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
    const [first = '', second = ''] = await codes.allTextContents()
    await expectAccessible(page)
    await shown.getByRole('button', { name: 'Klaar' }).click()
    await expect(page.getByText('10 backup codes over')).toBeVisible()

    await other.getByLabel('E-mail').fill(person.email)
    await other.getByLabel('Wachtwoord', { exact: true }).fill(person.password)
    await other.getByRole('button', { name: 'Inloggen' }).click()
    await other.getByLabel('2FA code').fill(first)
    // After the login the page opens where its session ended.
    await expect(other.getByRole('heading', { name: 'Afspraken', level: 1 })).toBeVisible()
    await page.reload()
    await expect(page.getByText('9 backup codes over')).toBeVisible()

    await chooseTwoFactor(page, '2FA uitschakelen')
    const off = page.getByRole('dialog', { name: '2FA uitschakelen?' })
    await expectAccessible(page)
    await off.getByRole('button', { name: 'Annuleren' }).click()
    await chooseTwoFactor(page, 'Opnieuw instellen')
    const renew = page.getByRole('dialog', { name: '2FA opnieuw instellen?' })
    await renew.getByLabel('Wachtwoord', { exact: true }).fill(person.password)
    await renew.getByLabel('2FA code').fill(second)
    await renew.getByRole('button', { name: 'Opnieuw instellen' }).click()
    await expect(page.getByText('Je kunt 2FA opnieuw instellen', { exact: true })).toBeVisible()
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByLabel('Wachtwoord', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Inloggen' }).click()
    await expect(page.getByRole('heading', { name: 'Stel tweestapsverificatie in' })).toBeVisible()
  } finally {
    await setClock(null)
  }
})

/** Chooses an action in the menu of 2FA. */
async function chooseTwoFactor(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Meer' }).click()
  await page.getByRole('menuitem', { name }).click()
}

const setClock = (now: string | null) =>
  callWorkbench('/clock', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now }),
  })
