import { UNDO_MINUTES } from '../../shared/api/parts/bulk.ts'
import type { ConsentOfMany } from '../../shared/api/parts/consent-endpoints.ts'
import { MOST_NUMBERS, type manyNumbers, TOO_MANY_NUMBERS } from '../../shared/api/parts/many-numbers.ts'
import { unprocessable } from '../../shared/errors.ts'
import { readPhones } from '../../shared/identifiers.ts'
import { isLegalPerson, type LegalForm } from '../../shared/numbers/legal-forms.ts'
import { addSeconds, localDateOf, now } from '../../shared/time.ts'
import { reopenClosedSince } from '../known-customers/reopening.ts'
import { closeNumbers, findClosedNumbers } from '../known-customers/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { type Change, commitNothing, planAndCommit } from '../platform/data/commit.ts'
import { completeDays } from './changing.ts'
import type { ConsentRow, NumberRow } from './entity.ts'
import { findNumber, isOfNaturalPerson } from './facts.ts'
import { changeOfForm, NO_FORM, newForm } from './forms.ts'
import { changeToTakeBack, isRecorded, planOneOfMany } from './one-of-many.ts'

type Mode = (typeof manyNumbers.modes)[number]

/**
 * Change of one number, or why it stays: it has the value already, or may not get it. `isAgain` is a change of a number
 * that has the value already.
 */
type Planned = (Change & { readonly isAgain?: true }) | 'known' | 'refused'

const isKnown = (planned: Planned) => planned === 'known' || (planned !== 'refused' && planned.isAgain === true)

/**
 * Changes many numbers of which an admin gives the texts, and returns which, and how many stay. With `check` it writes
 * nothing; with `undo` `plan` takes back what the actor did to these in the last ten minutes (market 67e).
 */
function changeMany(
  actor: Caller,
  { numbers, mode = 'store' }: { readonly numbers: readonly string[]; readonly mode?: Mode | undefined },
  plan: (phones: readonly string[], isUndo: boolean) => Promise<readonly (readonly [phone: string, Planned])[]>,
) {
  const permit = authorise(actor, 'calling:manage')
  const phones = [...new Set(numbers)]
  const planAll = async () => {
    const planned = await plan(phones, mode === 'undo')
    const changes = planned.flatMap(([, one]) => (typeof one === 'string' ? [] : [one]))
    const numbers = planned.flatMap(([phone, one]) => (one === 'refused' || isKnown(one) ? [] : [phone]))
    const known = planned.filter(([, one]) => isKnown(one)).length
    return { changes, result: { numbers, known, refused: phones.length - numbers.length - known } }
  }
  if (mode !== 'check') return planAndCommit(permit, planAll)
  return planAll().then(({ result }) => commitNothing(permit, result))
}

/** Returns the numbers of texts on which consents and legal forms stand: the first of each (market 66). */
const firstOf = (texts: readonly string[]) => texts.flatMap((text) => readPhones(text).slice(0, 1))

const eachOf = (phones: readonly string[], plan: (phone: string) => Promise<Planned>) =>
  Promise.all(phones.map(async (phone) => [phone, await plan(phone)] as const))

/** Returns the moment from which a change can still be undone. */
const undoableSince = () => addSeconds(now(), -UNDO_MINUTES * 60)

interface NumberToSet {
  readonly number: string
  readonly legalForm: LegalForm
  readonly company?: string | null | undefined
}

/** Sets the legal forms of numbers that have none; refuses that of a legal person for a number of a natural person. */
export function setLegalForms(
  actor: Caller,
  { forms, mode }: { readonly forms: readonly NumberToSet[]; readonly mode?: Mode | undefined },
) {
  const wanted = new Map(forms.map((form) => [readPhones(form.number)[0], form]))
  return changeMany(actor, { numbers: firstOf(forms.map(({ number }) => number)), mode }, (phones, isUndo) =>
    eachOf(phones, async (phone) => {
      const before = await findNumber(phone)
      const form = wanted.get(phone)
      if (isUndo) return isOwnForm(actor, before) ? changeOfForm(before, { ...before, ...NO_FORM }) : 'refused'
      if (!form || before.legalForm) return 'known'
      if (isLegalPerson(form.legalForm) && (await isOfNaturalPerson(phone))) return 'refused'
      return changeOfForm(before, { ...before, ...newForm(actor, form), isFormOfMany: true })
    }),
  )
}

/** Tells whether an actor set the legal form of a number with others so shortly ago that it can be undone. */
const isOwnForm = ({ id }: Caller, { formBy, formAt = '', isFormOfMany = false }: NumberRow) =>
  isFormOfMany && formBy === id && formAt > undoableSince()

interface ConsentsToRecord {
  readonly numbers: readonly string[]
  readonly consent: ConsentOfMany
  readonly mode?: Mode | undefined
}

/**
 * Records one consent for each of these numbers; refuses closed ones, and those whose customer withdrew later. Throws
 * 422 for days that cannot be.
 */
export async function recordConsents(actor: Caller, { numbers, consent, mode }: ConsentsToRecord) {
  authorise(actor, 'calling:manage')
  const form = { ...(await completeDays(consent)), isToConfirm: false, isOfMany: true }
  return changeMany(actor, { numbers: firstOf(numbers), mode }, async (phones, isUndo) => {
    if (!isUndo) {
      const closed = await findClosedNumbers(phones)
      return eachOf(phones, (phone) => planOneOfMany(actor, phone, form, closed.has(phone)))
    }
    return eachOf(phones, async (phone) => {
      const row = await findNumber(phone)
      const taken = row.consents.filter(
        (one) => isOwnConsent(actor, one) && isRecorded({ ...row, consents: [one] }, form),
      )
      return taken.length > 0 ? changeToTakeBack(row, taken) : 'refused'
    })
  })
}

/** Tells whether an actor recorded a consent with others so shortly ago that it can be undone. */
const isOwnConsent = (
  { id }: Caller,
  { isOfMany = false, recordedBy, recordedAt, withdrawnAt, calledAt }: ConsentRow,
) => isOfMany && recordedBy === id && recordedAt > undoableSince() && !withdrawnAt && !calledAt

interface NumbersToClose {
  readonly numbers: readonly string[]
  readonly source?: string | null | undefined
  readonly mode?: Mode | undefined
}

/**
 * Puts all numbers in these texts on the do-not-call list; an objection of a number that is on it already is noted
 * again. Throws 422 for more numbers than fit in one request.
 */
export function closeMany(actor: Caller, { numbers: texts, source, mode }: NumbersToClose) {
  const numbers = texts.flatMap((text) => readPhones(text))
  if (numbers.length > MOST_NUMBERS) throw unprocessable(TOO_MANY_NUMBERS, 'numbers')
  return changeMany(actor, { numbers, mode }, async (phones, isUndo) => {
    if (isUndo) {
      const changes = await reopenClosedSince(actor, phones, undoableSince(), 'Ongedaan gemaakt')
      return changes.map((change) => [change.entity.id, change] as const)
    }
    const entry = { date: localDateOf(now()), source: source ?? null }
    const closings = await closeNumbers(actor, phones, entry)
    return closings.map((one) => [one.entity.id, one] as const)
  })
}
