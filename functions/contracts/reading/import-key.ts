import { createHash } from 'node:crypto'
import { isEan } from '../../../shared/identifiers.ts'
import { addressLineOf } from '../../../shared/street.ts'
import type { ContractMetadata } from '../entity.ts'

/** Fields that identify a contract, of a row of a sheet or of a stored contract. */
export interface Identity {
  readonly customerName: string
  readonly customerEmail?: string | undefined
  readonly customerPhone?: string | undefined
  readonly address?: string | undefined
  readonly houseNumber?: string | undefined
  readonly postalCode?: string | undefined
  readonly city?: string | undefined
  readonly expiryDate: string
  readonly metadata: ContractMetadata
  /** Energy of the contract, when its row holds two contracts. */
  readonly part?: string | undefined
}

/**
 * Tells whether all EANs of a text are valid and complete. An EAN that ends in 000 may be rounded by Excel: one in ten
 * rounded numbers passes the check.
 */
export const isSureEan = (text: string): boolean => text.split(' ').every((ean) => isEan(ean) && !ean.endsWith('000'))

/**
 * Returns the key that identifies a contract in every file (rulings 55). Takes the first that is known: Sale ID;
 * contract number with valid EANs or address; valid EANs; name, postcode, house number and end date. Without a postcode
 * the last also has phone, e-mail and address. The gas contract of a row with two contracts has its own key.
 */
export function importKeyOf(contract: Identity): string {
  const key = wholeKeyOf(contract)
  return contract.part === 'gas' && !key.startsWith('ean:') ? `${key}:gas` : key
}

function wholeKeyOf(contract: Identity): string {
  const { saleId, contractNumber } = contract.metadata
  if (saleId) return `sale:${saleId.toLowerCase()}`
  const eans = eansOf(contract.metadata).filter(isSureEan)
  const place = eans.length > 0 ? eanKey(eans) : placeOf(contract)
  if (contractNumber && place) return `contract:${contractNumber.toLowerCase()}:${place}`
  if (eans.length > 0) return eanKey(eans)
  const contact = [contract.customerPhone, contract.customerEmail, lineOf(contract)].map(normaliseText)
  return contract.postalCode || !contact.some(Boolean) ? nameKey(contract) : `${nameKey(contract)}:${contact.join(':')}`
}

/**
 * Returns the names of a contract: its Sale ID, and each valid EAN with its energy; without any, the key of its other
 * data. Two rows or contracts that share a name are one contract (rulings 58).
 */
export function namesOf(contract: Identity): string[] {
  const { saleId, eanElectricity = '', eanGas = '' } = contract.metadata
  const sale = saleId ? [importKeyOf({ ...contract, metadata: { saleId } })] : []
  const eans = [
    ...sureEansIn(eanElectricity).map((ean) => `stroom:${ean}`),
    ...sureEansIn(eanGas).map((ean) => `gas:${ean}`),
  ]
  const names = [...sale, ...eans]
  return names.length > 0 ? names : [importKeyOf(contract)]
}

/** Returns the names of a stored contract. The gas contract of a row with two contracts is known by its id. */
export function namesOfStored(stored: Identity & { readonly id: string }): string[] {
  const gas = { ...stored, part: 'gas' }
  return namesOf(contractIdOf(importKeyOf(gas)) === stored.id ? gas : stored)
}

const sureEansIn = (text: string): string[] => (text.match(/\d{18}/g) ?? []).filter((ean) => isSureEan(ean))

/**
 * Returns the key under which older code stored a contract: the contract number alone, else all EANs, valid or not,
 * else name, postcode, house number and end. Null with a Sale ID, and when `importKeyOf` gives the same key.
 */
export function formerKeyOf(contract: Identity): string | null {
  const { saleId, contractNumber } = contract.metadata
  if (saleId) return null
  if (contractNumber) return `sale:${contractNumber.toLowerCase()}`
  const eans = eansOf(contract.metadata)
  const former = eans.length > 0 ? eanKey(eans) : nameKey(contract)
  return former === importKeyOf(contract) ? null : former
}

/**
 * Tells whether a stored contract has this import key by the present rules. False when only the coarser key of former
 * rules matched.
 */
export function hasPresentKey(importKey: string, stored: Identity): boolean {
  const { saleId, ...metadata } = stored.metadata
  const renamed = importKey.startsWith('contract:') ? { contractNumber: saleId, ...metadata } : stored.metadata
  return importKeyOf({ ...stored, metadata: renamed }) === importKey
}

/** Returns the id of a contract from its key: a hash, the same in every file. */
export const contractIdOf = (importKey: string): string =>
  createHash('sha256').update(importKey).digest('hex').slice(0, 32)

/** Returns what two rows of one contract may have in common, as Dutch text such as 'dezelfde EAN-code'. */
export function keyTextOf({
  importKey,
  names,
}: {
  readonly importKey: string
  readonly names: readonly string[]
}): string {
  if (importKey.startsWith('sale:')) return names.length > 1 ? 'dezelfde Sale ID of EAN-code' : 'dezelfde Sale ID'
  if (importKey.startsWith('contract:')) return 'hetzelfde contractnummer en dezelfde aansluiting'
  return importKey.startsWith('ean:') ? 'dezelfde EAN-code' : 'dezelfde naam, hetzelfde adres en dezelfde einddatum'
}

const eanKey = (eans: readonly string[]) => `ean:${eans.join('+')}`

const nameKey = ({ customerName, postalCode, houseNumber, expiryDate }: Identity) =>
  `name:${[customerName, postalCode, houseNumber].map(normaliseText).join(':')}:${expiryDate}`

/**
 * Returns the address of delivery as a part of a key. Undefined without a street, unless postcode and house number are
 * known.
 */
function placeOf(contract: Identity): string | undefined {
  const { postalCode, houseNumber, city } = contract
  if (postalCode && houseNumber) return `at:${normaliseText(postalCode)}:${normaliseText(houseNumber)}`
  return contract.address ? `at:${normaliseText(lineOf(contract))}:${normaliseText(postalCode ?? city)}` : undefined
}

/** Returns street and number; undefined without a street. */
const lineOf = (contract: Identity) => (contract.address ? addressLineOf(contract) : undefined)

/** Returns the EANs of both cells in order, each once; a cell may hold several. */
function eansOf({ eanElectricity = '', eanGas = '' }: ContractMetadata): string[] {
  const eans = new Set(`${eanElectricity} ${eanGas}`.match(/\d{18}/g))
  eans.delete('0'.repeat(18))
  return [...eans].sort()
}

/**
 * Returns only letters and digits, in lower case and without accents, so that typing differences do not make two
 * contracts.
 */
function normaliseText(text = ''): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
