import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { type Person, type PersonOptions, startWorld } from '../../testing/world.ts'
import { logIn, openApp } from './browser.tsx'

/**
 * Starts a test back end with two teams, an admin and a team leader. Returns functions that make people, open their
 * dialogs and read and change what is stored.
 */
export async function startUsers() {
  const world = await startWorld()
  await world.team(1, 'Team Maas')
  await world.team(2, 'Team Duin', 'nieuw-vennep')
  const somebody = (firstName: string, lastName: string, options: PersonOptions = {}) =>
    world.person({ firstName, lastName, phone: '06 12345678', teamId: 1, ...options })
  const admin = await somebody('Anna', 'Admin', { role: 'admin' })
  const leader = await somebody('Leo', 'Leider', {
    ...{ role: 'teamleader', teamId: 1, hasLeadsAccess: false, phone: '06 1' },
  })

  async function openList(person: Person) {
    await logIn(world, person)
    const app = openApp('/users')
    await screen.findByRole('table', { name: 'Gebruikers' })
    return app
  }

  async function openNew(person: Person) {
    const { user } = await openList(person)
    await user.click(screen.getByRole('button', { name: 'Nieuwe gebruiker' }))
    return { user, dialog: await screen.findByRole('dialog', { name: 'Lokale gebruiker aanmaken' }) }
  }

  async function openEdit(person: Person, name: string) {
    const { user } = await openList(person)
    await user.click(await screen.findByRole('button', { name: `${name} bewerken` }))
    return { user, dialog: await screen.findByRole('dialog', { name: 'Gebruiker bewerken' }) }
  }

  async function openPassword(person: Person, name: string) {
    const { user } = await openList(person)
    await user.click(await screen.findByRole('button', { name: `Meer acties voor ${name}` }))
    await user.click(await screen.findByRole('menuitem', { name: 'Wachtwoord wijzigen' }))
    return { user, dialog: await screen.findByRole('dialog', { name: 'Wachtwoord wijzigen' }) }
  }

  const stored = async (id: string) => {
    const { body } = await world.call('GET', '/api/users/active', { as: await world.session(admin) })
    return body.find((one: { id: string }) => one.id === id)
  }
  const change = async (id: string, values: object) =>
    world.call('PUT', `/api/users/${id}`, { as: await world.session(admin), body: { role: 'agent', ...values } })

  return { world, admin, leader, somebody, openList, openNew, openEdit, openPassword, stored, change }
}

/** Values of a new person's fields, without an e-mail address. */
export const nieuw = { Voornaam: 'Noor', Achternaam: 'Nieuw', Telefoonnummer: '0612345678' }

/** Chooses a temporary password by hand instead of an invitation. */
export const chooseTemporaryPassword = (user: UserEvent, dialog: HTMLElement) =>
  user.click(within(dialog).getByRole('radio', { name: 'Wachtwoord doorgeven' }))
