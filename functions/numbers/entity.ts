import type { EntityItem } from 'electrodb'
import { legalForms } from '../../shared/numbers/legal-forms.ts'
import { type ConsentWay, callGates, type Verification } from '../../shared/numbers/states.ts'
import type { Whole } from '../../shared/whole.ts'
import { defineEntity, gsi1, must, mustBe, number, primary, text } from '../platform/data/table.ts'
import type { ProofFile } from '../proof-files/service.ts'

/** A consent of a number, as its row has it. */
export interface ConsentRow {
  readonly id: string
  /** Name of the person who gave it, as it was told. */
  readonly name?: string | undefined
  /** Suppliers that it also names. */
  readonly callers: readonly string[]
  readonly givenBy: ConsentWay
  readonly givenAt: string
  /** Way it was given, as people wrote it at a lead or appointment. */
  readonly source?: string | undefined
  readonly text?: string | undefined
  readonly proof?: string | undefined
  /** File that shows it. */
  readonly file?: ProofFile | undefined
  readonly verified: Verification
  readonly firstCallBy: string
  readonly until: string
  readonly listId?: string | undefined
  /** Upload that recorded it. */
  readonly uploadId?: string | undefined
  /** True when it was recorded together with those of other numbers, which can be undone. */
  readonly isOfMany?: boolean | undefined
  readonly recordedBy: string
  readonly recordedAt: string
  /** True until somebody who may judge the proof saw it. */
  readonly isToConfirm: boolean
  readonly confirmedBy?: string | undefined
  readonly confirmedAt?: string | undefined
  /** Day of the first call after it was given. */
  readonly calledAt?: string | undefined
  readonly withdrawnAt?: string | undefined
  readonly withdrawnBy?: string | undefined
  readonly withdrawnHow?: string | undefined
  readonly isWrongNumber?: boolean | undefined
}

/**
 * Phone numbers with their consents and the legal form of whoever has them (market 67). All of a number is one row, so
 * that a list decides about many numbers by one read each. The do-not-call list has its own rows.
 *
 * | Read                                    | Index   | Key                      |
 * | one number                              | primary | phone                    |
 * | those with texts, by last use           | gsi1    | · usedOn, phone (sparse) |
 */
export const Numbers = defineEntity('number', {
  attributes: {
    phone: must,
    version: number,
    legalForm: { type: legalForms },
    kvkNumber: text,
    company: text,
    formBy: text,
    formAt: text,
    /** True when the legal form was set together with those of other numbers, which can be undone. */
    isFormOfMany: { type: 'boolean' },
    /** Upload that set the legal form. */
    formUploadId: text,
    consents: mustBe<readonly ConsentRow[]>('any'),
    /** True while a consent has a name, text or proof, or the company of the number is known. */
    hasTexts: { type: 'boolean' },
    /** Day of the last call, consent or legal form. */
    usedOn: text,
  },
  indexes: {
    primary: primary('number#${phone}', 'number'),
    used: gsi1('numbers', '${usedOn}#${phone}', ({ hasTexts }) => hasTexts === true),
  },
})
export type NumberRow = EntityItem<typeof Numbers>

/**
 * Settings of calls; absent until somebody changes them.
 *
 * | Read         | Index   | Key |
 * | the settings | primary | ·   |
 */
export const CallingSettingsRows = defineEntity('callingsettings', {
  attributes: {
    id: must,
    version: number,
    gate: { type: callGates, required: true },
    callGateFrom: text,
    warnReason: text,
    warnUntil: text,
    consentMonths: number,
    firstCallMonths: number,
    keepYears: number,
  },
  indexes: { primary: primary('settings#${id}', 'settings') },
})
export type CallingSettingsRow = Whole<EntityItem<typeof CallingSettingsRows>>
