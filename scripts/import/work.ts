import { importAppointment, isBooked } from '../../functions/appointments/importing.ts'
import { findRowPerson, readPeopleLookups } from '../../functions/costs/sheets/people.ts'
import { registerSale } from '../../functions/sales/sales/registering.ts'
import { SalesDockIds } from '../../functions/sales/sales/salesdock-entity.ts'
import { customerHeaders } from '../../functions/spreadsheets/recognition/customer.ts'
import { buildVocabulary } from '../../functions/spreadsheets/recognition/header.ts'
import type { Reading } from '../../functions/spreadsheets/recognition/row-reading.ts'
import { readCellChoice } from '../../functions/spreadsheets/sheets/sheet.ts'
import { contractLengthLabels, energyTypeLabels, marketLabels, providerLabels } from '../../shared/api/parts/trade.ts'
import { statusLabels } from '../../shared/appointments/choices.ts'
import { NewAppointment } from '../../shared/appointments/schemas.ts'
import { isPhone, normalisePhone } from '../../shared/identifiers.ts'
import { NewSale } from '../../shared/sales/schemas.ts'
import { dayIn, listOf, type RowImport, textIn } from './rows.ts'

const customer = {
  customerName: customerHeaders.customerName,
  companyName: customerHeaders.companyName,
  email: customerHeaders.email,
  phone: customerHeaders.phone,
  address: customerHeaders.address,
  houseNumber: customerHeaders.houseNumber,
  postalCode: customerHeaders.postalCode,
  city: customerHeaders.city,
  agent: 'agent ?naam, medewerker ?naam',
  agentEmail: 'email agent, email medewerker',
  notes: 'notitie ?klant, opmerking ?klant',
} as const

const columns = { customerEmail: 'email', customerPhone: 'phone', agentId: 'agent' } as const

/** Returns the fields of a customer, as forms of appointments and sales have them. */
const customerOf = (reading: Reading<keyof typeof customer>) => ({
  customerName: textIn(reading, 'customerName') ?? '',
  companyName: textIn(reading, 'companyName'),
  customerEmail: textIn(reading, 'email'),
  customerPhone: textIn(reading, 'phone') ?? '',
  address: textIn(reading, 'address') ?? '',
  houseNumber: textIn(reading, 'houseNumber') ?? '',
  postalCode: textIn(reading, 'postalCode') ?? '',
  city: textIn(reading, 'city') ?? '',
  notes: textIn(reading, 'notes'),
})

const appointmentHeaders = {
  ...customer,
  appointmentDate: 'datum',
  appointmentTime: 'tijd',
  status: 'status',
} as const
type AppointmentColumn = keyof typeof appointmentHeaders

/** Import of appointments, which are known by agent, moment and phone number. Customers get no mail about a booking. */
export const appointments: RowImport<AppointmentColumn, typeof NewAppointment> = {
  list: listOf(
    buildVocabulary<AppointmentColumn>(appointmentHeaders),
    'afspraken',
    ['appointmentDate', 'appointmentTime', 'phone'],
    'Klantnaam, Telefoon, Datum, Tijd, Agent of E-mail agent, Status',
  ),
  schema: NewAppointment,
  columns,
  open: async (actor) => {
    const people = await readPeopleLookups()
    return {
      bodyOf: (reading) => ({
        ...customerOf(reading as Reading<keyof typeof customer>),
        appointmentDate: dayIn(reading, 'appointmentDate') ?? '',
        appointmentTime: (textIn(reading, 'appointmentTime') ?? '').replace(/^(\d):/, '0$1:').slice(0, 5),
        status: readCellChoice(reading, 'status', statusLabels),
        agentId: findRowPerson(reading, people, { address: 'agentEmail', name: 'agent' })?.id,
      }),
      keyOf: ({ agentId, appointmentDate, appointmentTime, customerPhone }) =>
        [agentId, appointmentDate, appointmentTime, numberOf(customerPhone)].join(' '),
      isKnown: isBooked,
      store: (body) => importAppointment(actor, body),
    }
  },
}

const numberOf = (text: string) => (isPhone(normalisePhone(text)) ? normalisePhone(text) : text)

const saleHeaders = {
  ...customer,
  salesDockId: 'salesdock ?id ?nr, sale id',
  provider: 'leverancier ?naam ?energie',
  productType: 'product ?type, energie type',
  contractLength: 'duur ?contract',
  market: 'markt, type klant',
  iban: 'iban ?nr, rekening nr',
  bankAccountHolder: 'rekening houder ?naam',
  eanElectricity: 'ean stroom',
  eanGas: 'ean gas',
  saleDate: 'datum ?sale',
} as const
type SaleColumn = keyof typeof saleHeaders

/** Import of sales, which are known by their SalesDock IDs. They begin at the status nieuw, as each sale does. */
export const sales: RowImport<SaleColumn, typeof NewSale> = {
  list: listOf(
    buildVocabulary<SaleColumn>(saleHeaders),
    'sales',
    ['salesDockId', 'provider'],
    'SalesDock ID, Klantnaam, Telefoon, Adres, Huisnummer, Postcode, Plaats, Leverancier, Product, Looptijd, Markt, IBAN, Rekeninghouder, Agent of E-mail agent, Datum',
  ),
  schema: NewSale,
  columns,
  open: async (actor) => {
    const people = await readPeopleLookups()
    return {
      bodyOf: (reading) => ({
        ...customerOf(reading as Reading<keyof typeof customer>),
        salesDockId: textIn(reading, 'salesDockId') ?? '',
        provider: readCellChoice(reading, 'provider', providerLabels),
        productType: readCellChoice(reading, 'productType', energyTypeLabels),
        contractLength: readCellChoice(reading, 'contractLength', contractLengthLabels),
        market: readCellChoice(reading, 'market', marketLabels),
        iban: textIn(reading, 'iban') ?? '',
        bankAccountHolder: textIn(reading, 'bankAccountHolder') ?? '',
        eanElectricity: textIn(reading, 'eanElectricity'),
        eanGas: textIn(reading, 'eanGas'),
        saleDate: dayIn(reading, 'saleDate'),
        agentId: findRowPerson(reading, people, { address: 'agentEmail', name: 'agent' })?.id,
      }),
      keyOf: ({ salesDockId }) => salesDockId.toLowerCase(),
      isKnown: async (_, salesDockId) => {
        const { data } = await SalesDockIds.get({ salesDockId }).go({ consistent: true })
        return data !== null
      },
      store: (body) => registerSale(actor, body),
    }
  },
}
