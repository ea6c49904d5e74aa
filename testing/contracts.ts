import { randomUUID } from 'node:crypto'
import type { ContractRow } from '../functions/contracts/entity.ts'
import { isLocalDate, monthOf } from '../shared/time.ts'

/**
 * Stores a contract as an import would, with its counters; required fields that are not given get example values. If
 * its id has 32 hexadecimal digits, also adds its codes, such as its contract number, to the index of codes.
 */
export async function storeContract(given: Partial<ContractRow> = {}): Promise<ContractRow> {
  const { buildCodeRows, ContractCodes } = await import('../functions/contracts/import/codes.ts')
  const { contractTraceWrites } = await import('../functions/contracts/import/storing.ts')
  const { storeSuppliers } = await import('../functions/contracts/import/suppliers.ts')
  const { contractRecords, markContract } = await import('../functions/contracts/service.ts')
  const { asSystem } = await import('../functions/platform/actor.ts')
  const { commitAll } = await import('../functions/platform/data/commit.ts')
  const { putRows } = await import('../functions/platform/data/rows.ts')
  const { expiryDate = '2027-01-01' } = given
  if (!isLocalDate(expiryDate)) throw new Error(`'${expiryDate}' is no date`)
  const row = {
    ...{
      id: randomUUID().replaceAll('-', ''),
      version: 1,
      uploadId: 'u',
      customerName: 'Bakkerij De Molen',
      status: 'active',
    },
    ...{ signedDate: '2024-01-01', durationValue: 3, durationUnit: 'years', expiryDate },
    ...{ expiryMonth: monthOf(expiryDate), salesStatus: 'nieuw' },
    ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
    ...given,
  } as ContractRow
  if (/^[0-9a-f]{32}$/.test(row.id)) {
    const codes = buildCodeRows({ uploadId: row.id, window: 1 }, [{ before: null, after: row }])
    await putRows(ContractCodes, codes)
  }
  await storeSuppliers([row])
  const [change, ...others] = contractRecords.created(row)
  if (!change) throw new Error('Nothing was created')
  const made = { ...change, write: [...change.write, ...contractTraceWrites(null, row)] }
  await commitAll(asSystem('test'), [made, ...others], undefined)
  // The stream of the table does so.
  await markContract(row.id)
  return row
}
