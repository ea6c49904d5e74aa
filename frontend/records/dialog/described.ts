import type * as z from 'zod'
import type { Fields } from '../../../shared/values/field.ts'
import { type Noun, nameOfOne, sentenceOf } from '../../../shared/values/noun.ts'
import type { FormSchema } from '../../ui/fields/form.tsx'
import { changesIn } from '../differences.ts'
import type { FailureTexts } from '../failure.ts'
import { formValuesOf } from '../field-values.ts'
import type { ConflictTexts } from './edit-conflict.tsx'
import type { EditedRecord } from './use-edited.ts'

/** Part of the card of a record from which its dialog follows. */
export interface Card {
  readonly noun: Noun
  readonly fields: Fields
}

/** Texts and values of a form that follow from the card of its record, where the dialog has one. */
export interface Described<S extends FormSchema, Row extends EditedRecord> {
  /** Returns the form values of a record, or those of a new one for null. */
  readonly valuesOf: (record: Row | null) => z.input<S>
  readonly title: string
  /** Texts of a failure that belongs to no field (spec §8). */
  readonly failure: FailureTexts
  /** Handling of conflicts; required where records are edited. */
  readonly conflict?: ConflictTexts<Row>
}

export type DescribedByCard<S extends FormSchema, Row extends EditedRecord> = Partial<
  Omit<Described<S, Row>, 'conflict'> & {
    readonly conflict: Pick<ConflictTexts<Row>, 'newest'> & Partial<Pick<ConflictTexts<Row>, 'changes'>>
  }
>

/** Returns the texts and values of a form: those given, else those that follow from the card of its record. */
export function describe<S extends FormSchema, Row extends EditedRecord>(
  { noun, fields }: Card,
  given: DescribedByCard<S, Row> & {
    readonly record: Row | null
    readonly initial?: object
    readonly saved?: string | null
  },
): Omit<Described<S, Row>, 'conflict'> & {
  readonly saved: string | null
  readonly conflict: ConflictTexts<Row> | undefined
} {
  const [name, isNew] = [nameOfOne(noun), given.record === null]
  const { saved = `${name} ${isNew ? 'toegevoegd' : 'bijgewerkt'}`, conflict } = given
  const texts = { changes: changesIn(fields), gone: sentenceOf(noun, 'is', 'zijn', 'niet meer te vinden') }
  return {
    valuesOf: given.valuesOf ?? ((row) => formValuesOf<z.input<S>>(fields, row ?? given.initial ?? {})),
    title: given.title ?? `${name} ${isNew ? 'toevoegen' : 'bewerken'}`,
    saved,
    failure: given.failure ?? { fallback: sentenceOf(noun, 'kon', 'konden', 'niet worden opgeslagen') },
    conflict: conflict && { ...texts, ...conflict },
  }
}
