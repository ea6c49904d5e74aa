import {
  isEmail,
  isPhone,
  isPostcode,
  normaliseEmail,
  normalisePhone,
  normalisePostcode,
} from '../../../shared/identifiers.ts'
import { splitAddress } from '../../../shared/street.ts'
import type { Look } from './guessing.ts'

/** Tells whether a text is surely a phone number: valid, and with + or 0 in front, or mobile without its 0. */
const isPhoneLike = (text: string) =>
  /^(\+|0|6\d{8}$)/.test(text.replace(/[\s()-]/g, '')) && isPhone(normalisePhone(text))

/** Tells whether a text is a street with a number, by the usual words in names of streets. */
const isAddressLike = (text: string) => STREET.test(splitAddress(text)?.street ?? '')
const STREET =
  /(straat|str\.|weg|laan|plein|markt|kade|singel|gracht|dijk|hof|pad|steeg|dreef|plantsoen|haven|wal|ring|baan|park)(\s|$)/i

/** Tests that recognise fields of a customer by the cells of their columns, the most certain field first. */
export const customerLooks = [
  { field: 'email', unless: [], isLike: (text) => isEmail(normaliseEmail(text)) },
  { field: 'address', unless: [], isLike: isAddressLike },
  { field: 'postalCode', unless: [], isLike: (text) => isPostcode(normalisePostcode(text)) },
  { field: 'phone', unless: [], isLike: isPhoneLike },
] as const satisfies Look<'email' | 'address' | 'postalCode' | 'phone'>[]
