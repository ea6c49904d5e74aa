import { customerHeaders, nameless, namesCustomers } from '../spreadsheets/customer.ts'
import { type Header as HeaderOf, vocabulary } from '../spreadsheets/header.ts'
import type { Reading as ReadingOf } from '../spreadsheets/row-reading.ts'
import type { Listed, SheetRow as SheetRowOf } from '../spreadsheets/table.ts'

/**
 * What a column can mean. Headers are compared after `plainHeader`; Dutch names first, then English ones (rulings 53).
 * A column that is none of these stays in the contract's rawRow only.
 */
const names = {
  ...customerHeaders,
  saleId: 'sale id, saleid, sale nummer, salenummer, sales id, salesdock id, salesdockid, sale number',
  contractNumber:
    'contractnummer, contract nummer, contract nr, contract id, contract number, ordernummer, order nummer, order nr, order id, order number',
  team: 'team, teamnaam, team name',
  agent: 'agent, adviseur, verkoper, accountmanager, sales agent, vertegenwoordiger, agent naam, agentnaam, agent name',
  supplier: 'leverancier, energieleverancier, huidige leverancier, provider, supplier, energy supplier, maatschappij',
  productName: 'product, productnaam, product naam, contract, contractnaam, tarief, product name',
  kvk: 'kvk, kvk nummer, kvknummer, kvk nr, kvk number, nummer kvk, handelsregister, handelsregisternummer, chamber of commerce, coc, coc number',
  gender: 'geslacht, aanhef, m v, gender, sex, salutation',
  energyType:
    'energietype, energie type, type energie, soort energie, energiesoort, energy type, energytype, commodity',
  electricityUsage:
    'verbruik, verbruik stroom, stroomverbruik, verbruik elektra, verbruik elektriciteit, stroom verbruik, elektraverbruik, verbruik kwh, jaarverbruik, jaarverbruik stroom, sjv stroom, sjv elektra, usage, consumption, electricity usage, electricity consumption, power usage',
  gasUsage:
    'verbruik gas, gasverbruik, gas verbruik, verbruik m3, jaarverbruik gas, sjv gas, gas usage, gas consumption',
  estimatedCosts:
    'kosten, geschatte kosten, verwachte kosten, jaarkosten, kosten per jaar, maandbedrag, termijnbedrag, kosten per maand, estimated costs, costs, cost, estimated cost, monthly amount',
  eanElectricity:
    'ean stroom, ean code stroom, eancode stroom, ean elektra, ean e, ean elektriciteit, ean code elektra, ean stroom code, ean, ean code, eancode, ean codes, ean electricity, ean power',
  eanGas: 'ean gas, ean code gas, eancode gas, ean g, ean gas code',
  iban: 'iban, iban nummer, ibannummer, rekeningnummer, bankrekening, bankrekeningnummer, rekening, iban number, bank account, account number',
  accountHolder:
    'rekeninghouder, naam rekeninghouder, tenaamstelling, iban naam, ten name van, tnv, account holder, accountholder, holder',
  paymentMethod: 'betaalmethode, betaalwijze, betalingswijze, wijze van betalen, payment method, payment',
  isBusiness:
    'zakelijk, zakelijke klant, zakelijk particulier, particulier zakelijk, klanttype, markt, business, is business, customer type, market',
  expiryDate:
    'geldig tot, geldig t m, geldig tot en met, einddatum, eind datum, contract einddatum, einddatum contract, contracteinddatum, afloopdatum, vervaldatum, verloopdatum, einde contract, expiry, expiry date, expiration date, end date, contract end date, valid until, valid to',
  duration:
    'looptijd, contractduur, duur, contract duur, contractlooptijd, looptijd contract, looptijd maanden, looptijd in maanden, looptijd mnd, aantal maanden, looptijd jaren, looptijd jaar, looptijd in jaren, aantal jaren, duration, contract length, term, duration months, duration years, duration value',
  durationUnit: 'eenheid, looptijd eenheid, eenheid looptijd, looptijdeenheid, duration unit, unit',
  signedDate:
    'tekendatum, teken datum, datum getekend, getekend op, ondertekend op, datum ondertekening, ondertekeningsdatum, afsluitdatum, contractdatum, saledatum, sale datum, verkoopdatum, ingangsdatum, startdatum, begindatum, signed date, signed on, signed, sign date, contract date, start date, sale date',
} as const satisfies Record<string, string>

export type Field = keyof typeof names
export type Header = HeaderOf<Field>
export type SheetRow = SheetRowOf<Field>
export type Reading = ReadingOf<Field>

/** Whether a contract's end can be told: 'Geldig tot' itself, or the day of signing and the duration (rulings 53). */
export function tellsExpiry({ columns }: Header): boolean {
  return columns.expiryDate !== undefined || (columns.signedDate !== undefined && columns.duration !== undefined)
}

const words = vocabulary<Field>(names)
export const { recogniseHeader, countRecognised, headerFrom } = words

/** A list of contracts: it says whose they are and when they end. */
export const contractList: Listed<Field> = {
  words,
  called: 'contracten',
  unrecognised:
    'De kolomkoppen zijn niet herkend. Zet in een van de eerste 20 rijen koppen als Klantnaam, Leverancier, Tekendatum en Geldig tot.',
  lacks: {
    expiry: {
      reason: 'zegt niet wanneer contracten eindigen',
      message: 'De kolom ‘Geldig tot’ ontbreekt, en zonder ‘Tekendatum’ en ‘Looptijd’ is die niet te berekenen.',
    },
    customers: nameless,
  },
  lackOf: (header) => (tellsExpiry(header) ? (namesCustomers(header) ? null : 'customers') : 'expiry'),
  never: ['expiryDate', 'signedDate'],
}
