import type { CallingSettings } from '../../shared/api/parts/number-endpoints.ts'
import { unprocessable } from '../../shared/errors.ts'
import { gateOn, MOST_DAYS_AHEAD, WARNED_DAYS } from '../../shared/numbers/gate.ts'
import { addDays, dateText, type LocalDate, today } from '../../shared/time.ts'
import { findAdminsToMail } from '../people/service.ts'
import type { Caller } from '../platform/actor.ts'
import type { Notice } from '../platform/data/notifications.ts'
import type { CallingSettingsRow } from './entity.ts'
import { callingSettings } from './settings.ts'

const show = (row: CallingSettingsRow) => ({
  ...{ ...row, inForce: gateOn(row, today()) },
  warnUntil: row.gate === 'warn' ? row.warnUntil : undefined,
})

/** Returns the settings of calls to an admin. Throws 403 for others. */
export const readCallingSettings = async (actor: Caller) => show(await callingSettings.read(actor))

/**
 * Stores the settings of calls and returns them; a warning and its new reason are told to the other admins (market 67e).
 * Throws 409 when somebody else changed them since `If-Match`, and the errors of `chooseGate`.
 */
export const changeCallingSettings = (actor: Caller, form: CallingSettings) =>
  callingSettings.edit(actor, show, async (before) => {
    const { consentMonths, firstCallMonths, keepYears } = form
    const chosen = chooseGate(before, form)
    const after = { ...before, ...chosen, consentMonths, firstCallMonths, keepYears }
    const { warnUntil, warnReason } = after
    const isOther = warnUntil !== before.warnUntil || warnReason !== before.warnReason
    const isToTell = after.gate === 'warn' && warnUntil && isOther
    return { after, notify: isToTell ? await tellAdmins(actor, warnUntil, warnReason) : [] }
  })

/**
 * Returns the gate that an admin chose, with its days. Throws 422 for a gate that holds and would open again or on
 * another day, for a day that has passed or is more than 30 days ahead, for a warning without a reason, and for one
 * after the last day of the first: an office warns once, also when it blocks in between.
 */
function chooseGate(before: CallingSettingsRow, { gate, callGateFrom, warnReason }: CallingSettings) {
  const day = today()
  const holds = gateOn(before, day) !== 'off'
  if (gate === 'off') {
    if (holds) throw unprocessable('Kies waarschuwen of blokkeren', 'gate')
    return { gate, callGateFrom: undefined, warnReason: undefined, warnUntil: undefined }
  }
  const from = holds ? before.callGateFrom : (callGateFrom ?? day)
  if (holds && callGateFrom && callGateFrom !== from) {
    throw unprocessable('Deze dag ligt vast, want de keuze geldt al', 'callGateFrom')
  }
  if (!holds) requirePossibleStart(from ?? day, day)
  const until = begunWarningOf(before, day)
  if (gate === 'block') return { gate, callGateFrom: from, warnReason: undefined, warnUntil: until }
  const reason = warnReason || before.warnReason
  const isNew = before.gate !== 'warn' || reason !== before.warnReason
  if (until && until < day && isNew) {
    throw unprocessable(`Waarschuwen kon tot en met ${dateText(until)}. Kies blokkeren.`, 'gate')
  }
  if (!reason) throw unprocessable('Vul in waarom jullie nog blijven bellen', 'warnReason')
  const first = (from && from > day ? from : day) as LocalDate
  return { gate, callGateFrom: from, warnReason: reason, warnUntil: until ?? addDays(first, WARNED_DAYS) }
}

/** Returns the last day of a warning that began; undefined without one. */
const begunWarningOf = ({ warnUntil }: CallingSettingsRow, day: LocalDate) =>
  warnUntil && addDays(warnUntil as LocalDate, -WARNED_DAYS) <= day ? warnUntil : undefined

function requirePossibleStart(from: string, day: LocalDate): void {
  if (from < day) throw unprocessable('Kies vandaag of een latere dag', 'callGateFrom')
  if (from > addDays(day, MOST_DAYS_AHEAD)) throw unprocessable('Kies een dag binnen 30 dagen', 'callGateFrom')
}

const tellAdmins = async (actor: Caller, until: string, reason = ''): Promise<Notice[]> =>
  (await findAdminsToMail(actor.id)).map(({ id: to }) => ({
    ...{ kind: 'calls-warned', to, subject: 'calling', facts: { until: until as LocalDate, reason } },
  }))
