import { type DurationUnit, parseDurationUnit } from './cell-values.ts'

/**
 * What a column can mean. Headers are compared after `plainHeader`; Dutch names first, then English ones (rulings 53).
 * A column that is none of these stays in the contract's rawRow only.
 */
const names = {
  saleId: 'sale id, saleid, sale nummer, salenummer, sales id, salesdock id, salesdockid, sale number',
  contractNumber:
    'contractnummer, contract nummer, contract nr, contract id, contract number, ordernummer, order nummer, order nr, order id, order number',
  team: 'team, teamnaam, team name',
  agent: 'agent, adviseur, verkoper, accountmanager, sales agent, vertegenwoordiger, agent naam, agentnaam, agent name',
  supplier: 'leverancier, energieleverancier, huidige leverancier, provider, supplier, energy supplier, maatschappij',
  productName: 'product, productnaam, product naam, contract, contractnaam, tarief, product name',
  customerName:
    'klant, klantnaam, klant naam, naam klant, naam, naam contractant, contractant, volledige naam, customer, customer name, client, client name, name, full name',
  firstName: 'voornaam, roepnaam, first name, firstname',
  namePrefix: 'tussenvoegsel, tussenvoegsels, infix',
  lastName: 'achternaam, familienaam, last name, lastname, surname',
  companyName:
    'bedrijf, bedrijfsnaam, bedrijfs naam, naam bedrijf, firma, organisatie, company, company name, organisation, organization',
  contactName: 'contact, contactpersoon, contact persoon, naam contactpersoon, contact person, contact name',
  kvk: 'kvk, kvk nummer, kvknummer, kvk nr, kvk number, nummer kvk, handelsregister, handelsregisternummer, chamber of commerce, coc, coc number',
  address:
    'adres, straat, straatnaam, leveringsadres, leveradres, aansluitadres, straat en huisnummer, address, street, street name, delivery address',
  houseNumber: 'huisnummer, huisnr, huis nummer, huisnummer toevoeging, nr, house number, housenumber, house no',
  houseNumberAddition: 'toevoeging, huisnummertoevoeging, huisletter, addition, house number addition, suffix',
  postalCode: 'postcode, post code, pc, postal code, postalcode, zip, zip code, zipcode',
  city: 'plaats, woonplaats, stad, plaatsnaam, vestigingsplaats, gemeente, city, town, place',
  email:
    'e mail, email, e mailadres, emailadres, mail, mailadres, klant e mail, e mail adres, email adres, email address, e mail address, mail address',
  phone:
    'telefoon, telefoonnummer, telefoon nummer, tel, tel nr, telnr, mobiel, mobiel nummer, mobiele nummer, gsm, phone, phone number, telephone, mobile, mobile number',
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

/** The column of each field that a sheet has, counted from 0. */
export type Columns = { [field in Field]?: number }

/** The header row of a sheet: where it stands, its texts made unique, and what its columns mean. */
export type Header = {
  row: number
  names: readonly string[]
  columns: Columns
  /** The same by column; undefined where a column means nothing known, or another column says it better. */
  fields: readonly (Field | undefined)[]
  /** How many columns it has, and which of those have no name. */
  width: number
  unnamed: readonly number[]
  /** What a bare number counts when the header of the duration says so: 'Looptijd (jaren)'. */
  durationUnit: DurationUnit | undefined
}

const LONGEST_HEADER = 120

/** Per name its field, and its place in the list: when two columns claim a field, the one named earlier has it. */
const meanings = new Map(
  (Object.keys(names) as Field[]).flatMap((field) =>
    names[field].split(', ').map((name, rank) => [name, { field, rank }] as const),
  ),
)

/** A header in lower case without accents and punctuation: 'E-mail (klant)' becomes 'e mail klant' (rulings 53). */
export function plainHeader(header: string): string {
  return header
    .slice(0, LONGEST_HEADER)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** What a header means, or undefined. A unit in brackets such as '(kWh)' may be left away. */
export function recogniseHeader(header: string): Field | undefined {
  return meaningOf(header)?.field
}

/** How many different fields a row would name if it were the header. */
export function countRecognised(cells: readonly string[]): number {
  return Object.keys(recogniseColumns(cells)).length
}

/** A row of cells read as a header: blank texts become 'Kolom C', double ones 'Naam (2)'. */
export function headerFrom(cells: readonly string[], row: number): Header {
  const used = new Set<string>(RESERVED)
  const unique = cells.map((cell, column) => {
    const name = cell.replace(/\s+/g, ' ').slice(0, LONGEST_HEADER) || `Kolom ${columnLetters(column)}`
    let candidate = name
    for (let count = 2; used.has(candidate); count++) candidate = `${name} (${count})`
    used.add(candidate)
    return candidate
  })
  const { length: width } = cells
  const columns = recogniseColumns(cells)
  const durationUnit = parseDurationUnit(plainHeader(cells[columns.duration ?? -1] ?? ''))
  const unnamed = cells.flatMap((cell, column) => (cell === '' ? [column] : []))
  return { row, names: unique, columns, fields: fieldsOf(columns, width), width, unnamed, durationUnit }
}

/** Names that every object has: a column of that name would hide what the database's client asks an object. */
const RESERVED = Object.getOwnPropertyNames(Object.prototype)

function fieldsOf(columns: Columns, width: number): (Field | undefined)[] {
  const fields = new Array<Field | undefined>(width).fill(undefined)
  for (const field of Object.keys(columns) as Field[]) fields[columns[field] ?? -1] = field
  return fields
}

/** The letters of a column counted from 0: A, B … Z, AA. */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (column % 26))
}

/** Whether a contract's end can be told: 'Geldig tot' itself, or the day of signing and the duration (rulings 53). */
export function tellsExpiry({ columns }: Header): boolean {
  return columns.expiryDate !== undefined || (columns.signedDate !== undefined && columns.duration !== undefined)
}

/** Whether a sheet says who its customers are, as a summary of totals does not. */
export function namesCustomers({ columns }: Header): boolean {
  return NAMES.some((field) => columns[field] !== undefined)
}

const NAMES = ['customerName', 'lastName', 'firstName', 'contactName', 'companyName'] as const satisfies Field[]

function recogniseColumns(cells: readonly string[]): Columns {
  const columns: Columns = {}
  const ranks = new Map<Field, number>()
  cells.forEach((cell, column) => {
    const meaning = meaningOf(cell)
    if (!meaning || meaning.rank >= (ranks.get(meaning.field) ?? Number.POSITIVE_INFINITY)) return
    ranks.set(meaning.field, meaning.rank)
    columns[meaning.field] = column
  })
  return columns
}

function meaningOf(header: string) {
  if (header === '') return undefined
  const text = header.slice(0, LONGEST_HEADER)
  return meanings.get(plainHeader(text)) ?? meanings.get(plainHeader(text.replace(/[([].*$/, '')))
}
