import {
  callWorkbench,
  expect,
  expectAccessible,
  findDemoAccount,
  logInByApi,
  logInByHand,
  readProductUrl,
  readTwoFactorCode,
  test,
} from './support/test.ts'

test('a caller logs in with a code, sees the dashboard and logs out', async ({ page }) => {
  await logInByHand(page, 'caller2@partnerview.example')
  await expect(page.getByText('Team Scorebord')).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('button', { name: /uitloggen/i })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Inloggen' })).toBeVisible()
  await page.goto(`${readProductUrl()}/appointments`)
  await expect(page.getByRole('button', { name: 'Inloggen' })).toBeVisible()
})

test('a wrong password is refused with a message, and a wrong code is cleared', async ({ page }) => {
  const person = await findDemoAccount('caller3@partnerview.example')
  await page.goto(`${readProductUrl()}/login`)
  await page.getByRole('button', { name: 'Inloggen' }).click()
  await expect(page.getByText('Velden vereist', { exact: true })).toBeVisible()
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Wachtwoord', { exact: true }).fill('helemaal fout')
  await page.getByRole('button', { name: 'Inloggen' }).click()
  await expect(page.getByText('Inloggen mislukt', { exact: true })).toBeVisible()
  await page.getByLabel('Wachtwoord', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Inloggen' }).click()
  await expect(page.getByLabel('E-mail')).toBeDisabled()
  const right = await readTwoFactorCode(person.email)
  await page.getByLabel('2FA code').fill(right === '000000' ? '111111' : '000000')
  await page.getByRole('button', { name: 'Verifiëren' }).click()
  await expect(page.getByLabel('2FA code')).toHaveValue('')
  await page.getByRole('button', { name: 'Terug naar login' }).click()
  await expect(page.getByLabel('E-mail')).toBeEnabled()
  await expectAccessible(page)
})

test('without a network a message says so, and the typed text stays', async ({ page, context }) => {
  const person = await findDemoAccount('caller4@partnerview.example')
  await page.goto(`${readProductUrl()}/login`)
  // The code of toasts is in the file of the step after the login (frontend/chunks.ts).
  const toast = page.waitForResponse(/home-.*\.js/)
  await page.getByLabel('E-mail').pressSequentially(person.email)
  await page.getByLabel('Wachtwoord', { exact: true }).fill(person.password)
  await (await toast).finished()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Inloggen' }).click()
  await expect(page.getByText('Geen verbinding met de server', { exact: false }).first()).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue(person.email)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Inloggen' }).click()
  await expect(page.getByLabel('2FA code')).toBeVisible()
})

test('a person without 2FA must set it up, and reaches nothing else before', async ({ page }) => {
  const person = (
    await callWorkbench<{ email: string; password: string; twoFactorEnabled: boolean; isActive: boolean }[]>(
      '/accounts',
    )
  ).find((one) => !one.twoFactorEnabled && one.isActive)
  if (!person) throw new Error('Nobody without 2FA')
  await page.goto(`${readProductUrl()}/login`)
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Wachtwoord', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Inloggen' }).click()
  await expect(page.getByRole('heading', { name: 'Stel tweestapsverificatie in' })).toBeVisible()
  await page.goto(`${readProductUrl()}/appointments`)
  await expect(page.getByRole('heading', { name: 'Stel tweestapsverificatie in' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '2FA instellen' }).click()
  await expect(page.getByRole('heading', { name: '1. Scan de QR-code' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Backup codes' }).getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page)
  await page.getByLabel('Verificatiecode').fill(await readTwoFactorCode(person.email))
  await page.getByRole('button', { name: /Verifi/ }).click()
  await expect(page.getByText('2FA staat aan')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Afspraken', level: 1 })).toBeVisible()
})

test('the security screen is accessible in every colour', async ({ page }) => {
  await logInByApi(page, 'agent3@partnerview.example')
  for (const scheme of ['blue', 'indigo', 'emerald', 'ocean', 'raspberry', 'amber']) {
    await page.evaluate((name) => localStorage.setItem('colorScheme', name), scheme)
    await page.goto(`${readProductUrl()}/security`)
    await expect(page.getByText('Beveiligingstips')).toBeVisible()
    await expectAccessible(page)
  }
})

test('an unknown page counts down and leads to the dashboard', async ({ page }) => {
  await logInByApi(page, 'agent2@partnerview.example', { path: '/bestaat-niet' })
  await expect(page.getByText('Pagina niet gevonden')).toBeVisible()
  await expect(page.getByRole('heading', { name: /Goedemorgen/ })).toBeVisible()
})
