import { readPeopleLookups } from '../../functions/costs/sheets/people.ts'
import { readAllTeams } from '../../functions/people/service.ts'
import { createTeam } from '../../functions/people/teams.ts'
import { createUser } from '../../functions/people/users/create-user.ts'
import { inviteAgain } from '../../functions/people/users/invitations.ts'
import { customerHeaders } from '../../functions/spreadsheets/recognition/customer.ts'
import { buildVocabulary } from '../../functions/spreadsheets/recognition/header.ts'
import {
  columnNameOf,
  quoteCell,
  type Reading,
  refuseRow,
} from '../../functions/spreadsheets/recognition/row-reading.ts'
import { readCellChoice } from '../../functions/spreadsheets/sheets/sheet.ts'
import { employmentLabels, officeNames, roleLabels } from '../../shared/api/parts/fields.ts'
import { foldText } from '../../shared/folded.ts'
import { normaliseEmail } from '../../shared/identifiers.ts'
import { TeamForm } from '../../shared/teams/schemas.ts'
import { NewUser } from '../../shared/users/schemas.ts'
import { listOf, type RowImport, textIn } from './rows.ts'

const teamHeaders = { name: 'team ?naam, naam ?team', office: 'kantoor ?naam, vestiging ?naam' } as const
type TeamColumn = keyof typeof teamHeaders

/** Import of teams, which are known by their names. */
export const teams: RowImport<TeamColumn, typeof TeamForm> = {
  list: listOf(buildVocabulary<TeamColumn>(teamHeaders), 'teams', ['name'], 'Team, Kantoor'),
  schema: TeamForm,
  open: async (actor) => {
    const known = new Set((await readAllTeams()).map(({ name }) => foldText(name)))
    return {
      bodyOf: (reading) => ({
        name: textIn(reading, 'name') ?? '',
        office: readCellChoice(reading, 'office', officeNames),
      }),
      keyOf: ({ name }) => foldText(name),
      isKnown: (_, key) => known.has(key),
      store: (body) => createTeam(actor, body),
    }
  },
}

const userHeaders = {
  firstName: customerHeaders.firstName,
  namePrefix: customerHeaders.namePrefix,
  lastName: customerHeaders.lastName,
  email: customerHeaders.email,
  phone: customerHeaders.phone,
  role: 'rol',
  team: 'team ?naam',
  employmentType: 'dienstverband',
} as const
type UserColumn = keyof typeof userHeaders

/**
 * Import of people, who are known by their e-mail addresses. They get an invitation, whose mail is sent only if asked
 * for; a later import that sends them mails those who still have no password.
 */
export const users: RowImport<UserColumn, typeof NewUser> = {
  list: listOf(
    buildVocabulary<UserColumn>(userHeaders),
    'gebruikers',
    ['email', 'firstName', 'lastName'],
    'Voornaam, Achternaam, E-mail, Telefoon, Rol, Team, Dienstverband',
  ),
  schema: NewUser,
  columns: { teamId: 'team' },
  open: async (actor, { isStored, invites }) => {
    const [people, teamOf] = await Promise.all([readPeopleLookups(), readTeamFinder<UserColumn>()])
    return {
      bodyOf: (reading) => ({
        email: textIn(reading, 'email') ?? '',
        firstName: textIn(reading, 'firstName') ?? '',
        lastName: [textIn(reading, 'namePrefix'), textIn(reading, 'lastName')].filter(Boolean).join(' '),
        phone: textIn(reading, 'phone'),
        role: readCellChoice(reading, 'role', roleLabels),
        employmentType: readCellChoice(reading, 'employmentType', employmentLabels),
        teamId: teamOf(reading, 'team'),
        invite: true,
      }),
      keyOf: ({ email }) => normaliseEmail(email),
      isKnown: async (_, key) => {
        const user = people.byAddress(key)
        if (user?.invitedAt && user.isActive && isStored && invites) await inviteAgain(actor, user.id)
        return user !== undefined
      },
      store: (body) => createUser(actor, body, { isMailed: invites }),
    }
  },
}

/** Reads the teams; returns the function that finds the one whose name is in a cell, and else refuses the row. */
export async function readTeamFinder<F extends string>() {
  const byName = new Map((await readAllTeams()).map(({ id, name }) => [foldText(name), id]))
  return (reading: Reading<F>, field: F): number | undefined => {
    const name = textIn(reading, field)
    const id = name === undefined ? undefined : byName.get(foldText(name))
    if (name !== undefined && id === undefined) {
      refuseRow(reading, columnNameOf(reading, field), `Er is geen team ${quoteCell(name)}. Importeer eerst de teams.`)
    }
    return id
  }
}
