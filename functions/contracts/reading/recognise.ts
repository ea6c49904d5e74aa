import type { ContractColumn } from '../../../shared/api/schemas/contract-columns.ts'
import {
  CANCELLED,
  customerHeaders,
  customerNames,
  energyHeaders,
  nameless,
  namesCustomers,
  notNames,
} from '../../spreadsheets/recognition/customer.ts'
import { buildVocabulary, type Header as HeaderOf } from '../../spreadsheets/recognition/header.ts'
import type { ListedSheet, SheetRow as SheetRowOf } from '../../spreadsheets/recognition/listed.ts'
import type { Reading as ReadingOf } from '../../spreadsheets/recognition/row-reading.ts'
import { splitByEnergy } from './by-energy.ts'

/** Headers of columns about gas only. */
const gasHeaders = {
  supplierGas: 'leverancier gas ?naam ?energie ?huidig ?contract',
  productNameGas: 'product gas ?naam ?contract',
  expiryDateGas:
    'geldig tot gas ?datum ?contract, eind datum gas ?contract ?lever ?duur ?huidig ?prijs ?tarief, eind gas ?contract ?lever ?duur, tot gas ?loopt ?duur ?contract ?lever ?datum',
  startDateGas: 'start datum gas ?contract ?lever, start gas ?contract ?lever, geldig start gas ?datum',
  durationGas: 'duur gas ?contract ?maand ?jaar ?lever',
} as const satisfies Partial<Record<ContractColumn, string>>

/**
 * Headers of columns of contracts; see `buildVocabulary` (rulings 53). A column without a match stays only in the
 * rawRow of the contract.
 */
const rules = {
  ...customerHeaders,
  ...energyHeaders,
  saleId: 'sale id, sale nr, salesdock ?id ?nr',
  contractNumber: 'contract nr ?energie, contract id, order nr, order id, contract code',
  status: 'status ?contract ?klant',
  team: 'team ?naam',
  agent: 'agent ?naam ?sale',
  productName: 'product ?naam ?contract ?stroom, contract naam, contract ?energie, contract type, tarief ?naam',
  kvk: 'kvk ?nr ?klant ?bedrijf, bedrijf register ?nr',
  gender: 'aanhef ?klant ?contact ?persoon',
  usage: 'verbruik ?jaar ?totaal ?geschat ?klant',
  electricityUsage: 'verbruik stroom ?jaar ?totaal ?geschat ?klant',
  gasUsage: 'verbruik gas ?jaar ?totaal ?geschat ?klant',
  estimatedCosts: 'kosten ?jaar ?maand ?geschat ?totaal, bedrag maand ?termijn ?geschat, bedrag termijn, bedrag jaar',
  ean: 'ean ?code ?nr ?lever',
  eanElectricity: 'ean stroom ?code ?nr ?lever',
  eanGas: 'ean gas ?code ?nr ?lever',
  iban: 'iban ?nr ?klant ?rekening, rekening nr ?bank ?klant, bank rekening, rekening',
  accountHolder: 'rekening houder ?naam ?bank, houder ?naam, tenaamstelling ?rekening, iban naam',
  paymentMethod: 'betaal methode, betaal',
  isBusiness: 'zakelijk ?klant, zakelijk particulier, klant type, markt',
  period: 'periode ?contract ?lever ?duur ?datum ?energie, geldig periode',
  duration: 'duur ?contract ?maand ?jaar ?aantal ?waarde ?energie ?lever ?stroom, aantal maand, aantal jaar',
  durationUnit: 'eenheid ?duur',
  startDate:
    'start datum ?contract ?lever ?energie ?stroom ?gas, start contract ?lever, start ?lever, geldig start ?datum, duur start ?datum, periode start ?datum',
  salesStatus: 'sale status',
  assumed: 'aangenomen',
  assignedTo: 'toegewezen ?contract',
  notes: 'notitie ?klant ?contract',
  signedDate: 'teken datum ?contract ?klant, teken ?contract, contract datum, sale datum',
  ...gasHeaders,
} as const satisfies Record<ContractColumn, string>

export type Field = ContractColumn
export type Header = HeaderOf<Field>
export type SheetRow = SheetRowOf<Field>
export type Reading = ReadingOf<Field>

const has = ({ columns }: Header, fields: readonly Field[]) => fields.some((field) => columns[field] !== undefined)

/**
 * Tells whether a header has columns for the end of contracts: a date, a period, or a begin and a duration (rulings
 * 53).
 */
export const hasExpiryColumns = (header: Header): boolean =>
  has(header, ['expiryDate', 'expiryDateGas', 'period']) ||
  (has(header, ['startDate', 'startDateGas', 'signedDate']) && has(header, ['duration', 'durationGas']))

const words = buildVocabulary<Field>(rules)
/** Functions that recognise the columns of contracts by their headers; see `Vocabulary`. */
export const { recogniseHeader, countRecognised, headerFrom } = words

/** Definition of a sheet of contracts, whose columns must tell the customer and the end of each contract. */
export const contractList: ListedSheet<Field> = {
  words,
  called: 'contracten',
  unrecognised: 'We herkennen de kolommen niet. Wijs ze één keer aan.',
  lacks: {
    expiry: {
      reason: 'geen einddatum',
      message: 'De kolom ‘Geldig tot’ ontbreekt. Voeg die toe, of ‘Tekendatum’ en ‘Looptijd’.',
    },
    customers: nameless,
  },
  lackOf: (header) => (hasExpiryColumns(header) ? (namesCustomers(header) ? null : 'customers') : 'expiry'),
  whyNone: ({ columns }, cells) =>
    CANCELLED.test(cells[columns.status ?? -1] ?? '') ? 'heeft de status Geannuleerd' : null,
  recordsOf: splitByEnergy,
  every: ['doNotCall', 'mayCall'],
  unfit: notNames,
  decisive: ['customerName', 'supplier', 'expiryDate', 'expiryDateGas', 'supplierGas'],
  grouped: { names: customerNames, shared: Object.keys(customerHeaders) as Field[], outline: ['supplier'] },
  dates: ['expiryDate', 'expiryDateGas', 'period', 'startDate', 'startDateGas', 'signedDate', 'consentDate'],
  amounts: ['usage', 'electricityUsage', 'gasUsage', 'estimatedCosts'],
  notInTotals: ['expiryDate', 'expiryDateGas', 'period', 'startDate', 'signedDate'],
}
