import type { Locator, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import {
  callWorkbench,
  expect,
  expectAccessible,
  inLetters,
  logInByApi,
  type OpenPage,
  PHONE,
  readProductUrl,
  test,
  visit,
} from './support/test.ts'

/** Number that distinguishes this run's people from those of an earlier run on the same data. */
const run = process.pid

interface Newcomer {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly password: string
}

const newcomer = (firstName: string): Newcomer => ({
  firstName,
  lastName: `Eind-tot-Eind ${inLetters(run)}`,
  email: `${firstName.toLowerCase()}-${run}@partnerview.example`,
  password: 'eerste-keer',
})

const nameOf = ({ firstName, lastName }: Newcomer) => `${firstName} ${lastName}`

/** Opens the page of users, and waits for their number. */
async function openUsers(page: Page, query = ''): Promise<void> {
  await page.goto(`${readProductUrl()}/users${query}`)
  await expect(page.getByText(/^\d+ gebruikers?$/)).toBeVisible()
}

async function openMenu(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Meer acties voor ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function create(page: Page, person: Newcomer): Promise<void> {
  await page.getByRole('button', { name: 'Nieuwe gebruiker' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lokale gebruiker aanmaken' })
  await dialog.getByLabel('Voornaam').fill(person.firstName)
  await dialog.getByLabel('Achternaam').fill(person.lastName)
  await dialog.getByLabel('E-mail').fill(person.email)
  await dialog.getByText('Wachtwoord doorgeven').click()
  await dialog.getByLabel('Tijdelijk wachtwoord', { exact: true }).fill(person.password)
  await dialog.getByLabel('Telefoonnummer').fill('06 12345678')
  await dialog.getByRole('button', { name: 'Aanmaken' }).click()
  const sheet = page.getByRole('dialog', { name: `Overdracht voor ${nameOf(person)}` })
  await expect(sheet.getByText(person.email)).toBeVisible()
  await sheet.getByRole('button', { name: 'Klaar' }).click()
  await expect(page.getByText('Lokale gebruiker aangemaakt', { exact: true })).toBeVisible()
  await expect(dialog).toHaveCount(0)
}

/** Returns the 2FA code of this secret for the present time of the functions, which may differ from the machine's. */
async function codeFor(secret: string): Promise<string> {
  const { now } = await callWorkbench<{ now: string }>('/clock')
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.parse(now) })
}

/** Returns the link of the newest invitation to an address. */
async function linkTo(email: string): Promise<string> {
  const invitation = async () => {
    const mails = await callWorkbench<readonly { to: readonly string[]; text: string }[]>('/mails')
    return mails.find(({ to, text }) => to.includes(email) && text.includes('/uitnodiging/'))?.text ?? ''
  }
  await expect.poll(invitation).toContain('/uitnodiging/')
  const [, token] = /\/uitnodiging\/([\w-]+)/.exec(await invitation()) ?? []
  return `${readProductUrl()}/uitnodiging/${token}`
}

const ownPassword = 'Van-mij-alleen-9'

/** Logs in for the first time in a browser of its own: chooses a password and sets up 2FA. Returns the page. */
async function firstLogin(openPage: OpenPage, person: Newcomer): Promise<Page> {
  const page = await openPage()
  await page.goto(`${readProductUrl()}/login`)
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Wachtwoord', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Inloggen' }).click()
  await expect(page.getByRole('heading', { name: 'Kies je eigen wachtwoord' })).toBeVisible()
  await page.getByLabel('Nieuw wachtwoord', { exact: true }).fill(ownPassword)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Wachtwoord kiezen' }).click()
  await setUpTwoFactor(page, person)
  return page
}

/** Sets up 2FA and waits for the dashboard. */
async function setUpTwoFactor(page: Page, person: Pick<Newcomer, 'firstName'>): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Stel tweestapsverificatie in' })).toBeVisible()
  await expectAccessible(page)
  const secret = page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4}){3,}$/)
  await expect(secret).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Verificatiecode').fill(await codeFor((await secret.innerText()).replaceAll(' ', '')))
  await expect(page.getByText('2FA staat aan')).toBeVisible()
  await expect(page.getByRole('heading', { name: `Goedemorgen, ${person.firstName}` })).toBeVisible()
}

/**
 * Checks the accessibility of a dialog in light and dark colours, and closes it. The pointer is elsewhere, so that no
 * tooltip covers the dialog.
 */
async function examine(page: Page, dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible()
  await page.mouse.move(0, 0)
  await expect(page.locator('.pv-tooltip')).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Annuleren' }).click()
  await expect(dialog).toHaveCount(0)
}

test('a team leader creates one user and invites another; both set up 2FA, which an admin resets for one', async ({
  page,
  openPage,
}) => {
  const person = newcomer('Noor')
  await logInByApi(page, 'teamleader1@partnerview.example')
  await openUsers(page)
  await create(page, person)
  await page.getByRole('searchbox').fill(person.email)
  const row = page.getByRole('row').filter({ hasText: person.email })
  await expect(row).toContainText(nameOf(person))
  await expect(row).toContainText('Actief, geen 2FA')

  const theirs = await firstLogin(openPage, person)

  const office = await openPage()
  await logInByApi(office, 'admin1@partnerview.example')
  await openUsers(office, `?q=${person.email}`)
  await openMenu(office, nameOf(person), '2FA resetten')
  const question = office.getByRole('alertdialog')
  await expect(question).toContainText(nameOf(person))
  await question.getByRole('button', { name: '2FA resetten' }).click()
  await expect(office.getByText('2FA gereset', { exact: true })).toBeVisible()

  await theirs.getByRole('link', { name: 'Afspraken' }).first().click()
  await expect(theirs.getByRole('button', { name: 'Inloggen' })).toBeVisible()
  await theirs.getByLabel('E-mail').fill(person.email)
  await theirs.getByLabel('Wachtwoord', { exact: true }).fill(ownPassword)
  await theirs.getByRole('button', { name: 'Inloggen' }).click()
  await expect(theirs.getByRole('heading', { name: 'Stel tweestapsverificatie in' })).toBeVisible()

  const invited = newcomer('Ivo')
  await page.getByRole('button', { name: 'Nieuwe gebruiker' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lokale gebruiker aanmaken' })
  await dialog.getByLabel('Voornaam').fill(invited.firstName)
  await dialog.getByLabel('Achternaam').fill(invited.lastName)
  await dialog.getByLabel('E-mail').fill(invited.email)
  await dialog.getByLabel('Telefoonnummer').fill('06 12345678')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Aanmaken' }).click()
  await page.getByRole('searchbox').fill(invited.email)
  await expect(page.getByRole('row').filter({ hasText: invited.email })).toContainText('Uitgenodigd')

  await theirs.context().clearCookies()
  await theirs.evaluate(() => localStorage.clear())
  await theirs.goto(await linkTo(invited.email))
  await expect(theirs.getByRole('heading', { name: `Welkom bij Partnerview, ${invited.firstName}` })).toBeVisible()
  await theirs.getByLabel('Wachtwoord', { exact: true }).fill(ownPassword)
  await expectAccessible(theirs)
  await theirs.getByRole('button', { name: 'Wachtwoord kiezen' }).click()
  await setUpTwoFactor(theirs, invited)
  const welcome = theirs.locator('section').filter({ hasText: 'Welkom bij Partnerview' })
  await expect(welcome.getByRole('link')).toHaveCount(3)
  await expectAccessible(theirs)
  const saved = theirs.waitForResponse((response) => response.url().endsWith('/welcome'))
  await welcome.getByRole('link', { name: /Bekijk de kalender/ }).click()
  expect((await saved).ok()).toBe(true)
  await theirs.goto(`${readProductUrl()}/`)
  await expect(welcome.getByRole('link')).toHaveCount(2)
  await welcome.getByRole('button', { name: 'Welkom verbergen' }).click()
  await expect(welcome).toHaveCount(0)
  await theirs.goto(await linkTo(invited.email))
  await expect(theirs.getByRole('heading', { name: 'Deze link werkt niet meer' })).toBeVisible()
})

test('users and teams and their dialogs are accessible, at a desk and on a phone', async ({ page, openPage }) => {
  await logInByApi(page, 'admin2@partnerview.example')
  await examineUsers(page)
  await visit(page, '/teams')
  await page.getByRole('button', { name: 'Nieuw team' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Aanmaken' }).click()
  await expect(dialog.getByText('Teamnaam is verplicht')).toBeVisible()
  await examine(page, dialog)
  await page.getByRole('button', { name: 'Roermond Maas verwijderen' }).click()
  await expect(page.getByRole('dialog', { name: 'Roermond Maas heeft nog leden' })).toBeVisible()
  await expectAccessible(page)
  const phone = await openPage(PHONE)
  await logInByApi(phone, 'teamleader2@partnerview.example')
  await examineUsers(phone)
  await phone.setViewportSize({ width: 360, height: 800 })
  const overflow = await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

/** Opens the list of users and four of its dialogs, and checks their accessibility. */
async function examineUsers(page: Page): Promise<void> {
  await openUsers(page, '?role=agent')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Nieuwe gebruiker' }).click()
  await examine(page, page.getByRole('dialog', { name: 'Lokale gebruiker aanmaken' }))
  const menus = page.getByRole('button', { name: /^Meer acties voor/ })
  const label = (await menus.first().getAttribute('aria-label')) ?? ''
  const name = label.replace('Meer acties voor ', '')
  await openMenu(page, name, 'Bewerken')
  await examine(page, page.getByRole('dialog', { name: 'Gebruiker bewerken' }))
  await openMenu(page, name, 'Wachtwoord wijzigen')
  await examine(page, page.getByRole('dialog', { name: 'Wachtwoord wijzigen' }))
  await openMenu(page, name, 'Deactiveren')
  const question = page.getByRole('alertdialog', { name: `${name} deactiveren?` })
  await expect(question.getByRole('button', { name: /deactiveren$/i }).first()).toBeEnabled()
  await examine(page, question)
}
