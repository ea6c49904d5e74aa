import type { EntityItem } from 'electrodb'
import { legalForms } from '../../shared/numbers/legal-forms.ts'
import { callGates, consentWays, verifications } from '../../shared/numbers/states.ts'
import type { Whole } from '../../shared/whole.ts'
import { Entity, entityModel, flag, must, number, primary, store, text } from '../platform/data/table.ts'

const consent = {
  id: must,
  /** Person who gave it, as it was told. */
  name: text,
  /** Suppliers that it also names. */
  callers: { type: 'list', items: { type: 'string' }, required: true },
  givenBy: { type: consentWays, required: true },
  givenAt: must,
  /** Way it was given, as people wrote it at a lead or appointment. */
  source: text,
  text,
  proof: text,
  verified: { type: verifications, required: true },
  firstCallBy: must,
  until: must,
  listId: text,
  recordedBy: must,
  recordedAt: must,
  /** True until somebody who may judge the proof saw it. */
  isToConfirm: flag,
  confirmedBy: text,
  confirmedAt: text,
  /** Day of the first call after it was given. */
  calledAt: text,
  withdrawnAt: text,
  withdrawnBy: text,
  withdrawnHow: text,
  isWrongNumber: { type: 'boolean' },
} as const

/**
 * Phone numbers with their consents and the legal form of whoever has them (market 67). All of a number is one row, so
 * that a list decides about many numbers by one read each. The do-not-call list has its own rows.
 *
 * | Read       | Index   | Key   |
 * | one number | primary | phone |
 */
export const Numbers = new Entity(
  {
    model: entityModel('number'),
    attributes: {
      phone: must,
      version: number,
      legalForm: { type: legalForms },
      kvkNumber: text,
      company: text,
      formBy: text,
      formAt: text,
      consents: { type: 'list', items: { type: 'map', properties: consent }, required: true },
    },
    indexes: {
      primary: primary('number#${phone}', 'number'),
    },
  },
  store,
)
export type NumberRow = EntityItem<typeof Numbers>
export type ConsentRow = NumberRow['consents'][number]

/**
 * Settings of calls; absent until somebody changes them.
 *
 * | Read         | Index   | Key |
 * | the settings | primary | ·   |
 */
export const CallingSettingsRows = new Entity(
  {
    model: entityModel('callingsettings'),
    attributes: {
      id: must,
      version: number,
      gate: { type: callGates, required: true },
      callGateFrom: text,
      consentMonths: number,
      firstCallMonths: number,
      keepYears: number,
    },
    indexes: {
      primary: primary('settings#${id}', 'settings'),
    },
  },
  store,
)
export type CallingSettingsRow = Whole<EntityItem<typeof CallingSettingsRows>>
