import { readPeopleLookups } from '../../functions/costs/sheets/people.ts'
import { CompanyNumbers } from '../../functions/invoices/company-numbers.ts'
import { createPartner } from '../../functions/invoices/partners/partners.ts'
import { createRate } from '../../functions/sales/amounts/rate-changes.ts'
import { allRates } from '../../functions/sales/amounts/rates.ts'
import { customerHeaders } from '../../functions/spreadsheets/recognition/customer.ts'
import { buildVocabulary } from '../../functions/spreadsheets/recognition/header.ts'
import { columnNameOf, quoteCell, refuseRow } from '../../functions/spreadsheets/recognition/row-reading.ts'
import { readCellChoice } from '../../functions/spreadsheets/sheets/sheet.ts'
import { NewPartner } from '../../shared/partners/schemas.ts'
import { NewCommissionRate } from '../../shared/sales/rates.ts'
import { localDateOf, now } from '../../shared/time.ts'
import { readTeamFinder } from './people.ts'
import { amountIn, dayIn, listOf, type RowImport, textIn } from './rows.ts'

const partnerHeaders = {
  name: 'partner ?naam, bedrijf ?naam, naam ?bedrijf ?partner',
  email: customerHeaders.email,
  address: customerHeaders.address,
  postalCode: customerHeaders.postalCode,
  city: customerHeaders.city,
  kvkNumber: 'kvk ?nr',
  vatNumber: 'btwnr',
  bankAccount: 'iban ?nr, rekening nr',
  contactPerson: customerHeaders.contactName,
  phone: customerHeaders.phone,
  assignedAgentId: 'agent ?email, medewerker ?email',
} as const
type PartnerColumn = keyof typeof partnerHeaders

/** Import of partner companies, which are known by their KvK-nummers. */
export const partners: RowImport<PartnerColumn, typeof NewPartner> = {
  list: listOf(
    buildVocabulary<PartnerColumn>(partnerHeaders),
    'partners',
    ['name', 'kvkNumber', 'bankAccount'],
    'Partner, E-mail, Adres, Postcode, Plaats, KvK-nummer, Btw-nummer, IBAN, Contactpersoon, Telefoon, Agent',
  ),
  schema: NewPartner,
  open: async (actor) => {
    const people = await readPeopleLookups()
    return {
      bodyOf: (reading) => {
        const email = textIn(reading, 'assignedAgentId')
        const agent = email === undefined ? undefined : people.byAddress(email)
        if (email !== undefined && !agent) {
          const column = columnNameOf(reading, 'assignedAgentId')
          refuseRow(reading, column, `Niemand heeft het e-mailadres ${quoteCell(email)}`)
        }
        return {
          ...Object.fromEntries(
            (['name', 'email', 'address', 'postalCode', 'city', 'kvkNumber', 'vatNumber', 'bankAccount'] as const).map(
              (field) => [field, textIn(reading, field) ?? ''],
            ),
          ),
          contactPerson: textIn(reading, 'contactPerson'),
          phone: textIn(reading, 'phone'),
          assignedAgentId: agent?.id,
        }
      },
      keyOf: ({ kvkNumber }) => kvkNumber,
      isKnown: async (_, number) => {
        const { data } = await CompanyNumbers.get({ field: 'kvkNumber', number }).go({ consistent: true })
        return data?.partnerIds !== undefined
      },
      store: (body) => createPartner(actor, body),
    }
  },
}

const rateHeaders = {
  role: 'rol',
  teamId: 'team ?naam',
  defaultRate: 'bedrag, tarief',
  validFrom: 'start ?datum ?geldig',
  description: 'omschrijving',
} as const
type RateColumn = keyof typeof rateHeaders

/** Import of commission rates, which are known by role, team and first day. */
export const rates: RowImport<RateColumn, typeof NewCommissionRate> = {
  list: listOf(
    buildVocabulary<RateColumn>(rateHeaders),
    'tarieven',
    ['role', 'defaultRate'],
    'Rol, Team, Bedrag, Vanaf, Omschrijving',
  ),
  schema: NewCommissionRate,
  open: async (actor) => {
    const [teamOf, stored] = await Promise.all([readTeamFinder<RateColumn>(), allRates()])
    const keyOf = (rate: { role: string; teamId?: number | null | undefined; validFrom?: string | undefined }) =>
      [rate.role, rate.teamId ?? 'alle', rate.validFrom ?? localDateOf(now())].join(' ')
    const known = new Set(stored.map(keyOf))
    return {
      bodyOf: (reading) => ({
        role: readCellChoice(reading, 'role', { agent: 'Agent', caller: 'Beller' }),
        teamId: teamOf(reading, 'teamId'),
        defaultRate: amountIn(reading, 'defaultRate'),
        validFrom: dayIn(reading, 'validFrom'),
        description: textIn(reading, 'description'),
      }),
      keyOf,
      isKnown: (_, key) => known.has(key),
      store: (body) => createRate(actor, body),
    }
  },
}
