import { contributionsOf } from '../functions/contracts/counting.ts'
import { ContractMonths, type ContractRow, Contracts } from '../functions/contracts/entity.ts'
import { buildCodeRows, ContractCodes } from '../functions/contracts/import/codes.ts'
import { ContractSuppliers } from '../functions/contracts/import/suppliers.ts'
import { traceWritesFor } from '../functions/known-customers/service.ts'
import type { User } from '../functions/platform/identity/user.ts'
import { Uploads } from '../functions/spreadsheets/imports/entity.ts'
import { type SalesStatus, salesStatuses } from '../shared/api/parts/statuses.ts'
import { addDays, addMonths, instantIn, type LocalDate, monthOf } from '../shared/time.ts'
import { addContribution, addCounts, type Sum } from './counts.ts'
import { drawCustomer } from './customers.ts'
import { drawEan, drawIban } from './numbers.ts'
import { teams } from './people.ts'
import { drawPermission, writesOf } from './permissions.ts'
import { type Chance, createChance } from './random.ts'
import { storeAll } from './writing.ts'

/** The demo's uploaded spreadsheets: days since the upload and number of contracts. */
const files = [
  { filename: 'Aflopend voorjaar.xlsx', daysAgo: 190, contracts: 180 },
  { filename: 'Export leverancier juni.csv', daysAgo: 140, contracts: 160 },
  { filename: 'Zakelijk Limburg.xlsx', daysAgo: 60, contracts: 140 },
  { filename: 'Aflopend komende maanden.xlsx', daysAgo: 9, contracts: 120 },
] as const

/** Sales statuses of contracts that somebody worked on; most contracts are new. */
const worked: readonly SalesStatus[] = ['afspraak_ingepland', 'getekend', 'gecanceld', 'geen_interesse']
const products = ['Stroom & gas 3 jaar vast', 'Stroom 1 jaar vast', 'Modelcontract', 'Zakelijk variabel']
const said = [
  'Belt zelf terug na de zomer.',
  'Wil alleen stroom.',
  'Verhuist volgend jaar.',
  'Heeft al getekend elders.',
]

/** Stores four demo uploads with their 600 contracts, in every status, and adds the contracts to the counters. */
export async function storeContracts(people: readonly User[], today: LocalDate): Promise<void> {
  const admins = people.filter(({ role, isActive }) => role === 'admin' && isActive)
  const uploads = files.map((file, index) => uploadOf(file, index, createChance(index * 977 + 5).pick(admins), today))
  const drawn = uploads.flatMap((upload, index) =>
    Array.from({ length: upload.stats.created }, (_, number) => {
      const row = contractOf(createChance(index * 100_003 + number * 7919 + 17), upload, admins, today)
      const permission = drawPermission(index * 1_009 + number + 5_000, row, upload.uploadedBy, today)
      return { permission, row: { ...row, ...permission?.marks } }
    }),
  )
  const rows = drawn.map(({ row }) => row)
  const permissions = drawn.flatMap(({ permission }) => permission ?? [])
  const counts = new Map<string, Sum>()
  for (const row of rows) for (const contribution of contributionsOf(row)) addContribution(counts, contribution)
  const rules = { ownersOf: () => ({}), dateOf: ({ expiryDate }: ContractRow) => expiryDate, most: 1 }
  const known = traceWritesFor<ContractRow>('contract', rules)
  const months = salesStatuses.map((salesStatus) => ({
    salesStatus,
    months: [...new Set(rows.filter((row) => row.salesStatus === salesStatus).map((row) => row.expiryMonth))],
  }))
  await storeAll([
    ...months.map((one) => ContractMonths.put(one)),
    ContractSuppliers.put({ id: 'all', names: [...new Set(rows.flatMap(({ supplier }) => supplier ?? []))] }),
    ...rows.map((row) => Contracts.put(row)),
    ...rows.flatMap((row) => known(null, row)),
    ...uploads.flatMap((upload) => codesIn(upload.id, rows)),
    ...uploads.map((upload) => Uploads.put(upload)),
    ...(await writesOf(permissions)),
  ])
  await addCounts([...counts.values()], false)
}

const codesIn = (uploadId: string, rows: readonly ContractRow[]) =>
  buildCodeRows(
    { uploadId, window: 1 },
    rows.filter((row) => row.uploadId === uploadId).map((after) => ({ before: null, after })),
  ).map((row) => ContractCodes.put(row))

/** Returns an upload whose file is not stored, so that nobody can undo it. */
function uploadOf(file: (typeof files)[number], index: number, by: User, today: LocalDate) {
  const { filename, daysAgo, contracts: created } = file
  return {
    id: `demo-upload-${index}`,
    list: 'uploads' as const,
    filename,
    stats: { totalRows: created + index, created, updated: 0, skipped: 0, errors: index },
    state: 'klaar' as const,
    uploadedBy: by.id,
    uploadedAt: instantIn(addDays(today, -daysAgo), '10:15'),
    details: Array.from({ length: index }, (_, row) => ({
      ...{ row: 40 + 7 * row, column: 'Geldig tot', reason: "'31-02-2027' is geen geldige datum" },
    })),
    leftOut: [],
  }
}

function contractOf(
  chance: Chance,
  upload: ReturnType<typeof uploadOf>,
  admins: readonly User[],
  today: LocalDate,
): ContractRow {
  const team = chance.pick(teams)
  const { customerName, customerEmail, customerPhone, companyName, currentSupplier, ...customer } = drawCustomer(
    chance,
    team,
  )
  const { address, houseNumber, postalCode, city } = customer
  const expiryDate = addDays(today, chance.below(1_000) - 90)
  const years = chance.pick([1, 3, 3, 5])
  const isWorked = chance.maybe(0.3)
  const changedAt = instantIn(addDays(today, -chance.below(8)), '14:30')
  const electricityUsage = Number(customer.consumption)
  const productName = chance.pick(products)
  const eanElectricity = drawEan(chance)
  const metadata = {
    supplier: currentSupplier,
    electricityUsage,
    eanElectricity,
    isBusiness: companyName !== undefined,
    ...(companyName ? { kvkNumber: String(10_000_000 + chance.below(89_999_999)), iban: drawIban(chance) } : {}),
  }
  return {
    ...{ customerName, customerEmail, customerPhone, companyName, address, houseNumber, postalCode, city },
    id: chance.id().replaceAll('-', ''),
    version: isWorked ? 2 : 1,
    uploadId: upload.id,
    supplier: currentSupplier,
    productName,
    signedDate: addMonths(expiryDate, -12 * years),
    durationValue: years,
    durationUnit: 'years',
    expiryDate,
    expiryMonth: monthOf(expiryDate),
    statedTermParts: ['signedDate', 'duration', 'expiryDate'],
    rawRow: {
      Klantnaam: customerName,
      Leverancier: currentSupplier,
      Product: productName,
      'EAN stroom': eanElectricity,
      Verbruik: customer.consumption,
    },
    metadata,
    status: 'active',
    salesStatus: isWorked ? chance.pick(worked) : 'nieuw',
    notes: isWorked && chance.maybe(0.4) ? chance.pick(said) : undefined,
    statusChangedAt: isWorked ? changedAt : undefined,
    statusChangedBy: isWorked ? chance.pick(admins).id : undefined,
    ...{ assignedTo: undefined, assignedTeamId: undefined, leadId: undefined },
    ...{
      appointmentId: undefined,
      sales: undefined,
      signed: undefined,
      callState: undefined,
      callUntil: undefined,
      callSource: undefined,
    },
    madeBy: { uploadId: upload.id, window: 1 },
    ...{ touched: undefined, former: undefined },
    createdAt: upload.uploadedAt,
    updatedAt: isWorked ? changedAt : upload.uploadedAt,
  }
}
