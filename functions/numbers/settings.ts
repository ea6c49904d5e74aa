import type { CallingSettings } from '../../shared/api/parts/number-endpoints.ts'
import { unprocessable } from '../../shared/errors.ts'
import { gateOn, MOST_DAYS_AHEAD, WARNED_DAYS } from '../../shared/numbers/gate.ts'
import { addDays, type LocalDate, today } from '../../shared/time.ts'
import { findAdminsToMail } from '../people/service.ts'
import type { Caller } from '../platform/actor.ts'
import type { Notice } from '../platform/data/notifications.ts'
import { settingsOf } from '../records/settings.ts'
import { type CallingSettingsRow, CallingSettingsRows } from './entity.ts'

/** Settings of an office that has chosen nothing: it calls on (market 67e). */
export const callingByDefault: CallingSettingsRow = {
  id: 'calling',
  version: 0,
  gate: 'off',
  callGateFrom: undefined,
  warnReason: undefined,
  warnUntil: undefined,
  consentMonths: 12,
  firstCallMonths: 6,
  keepYears: 5,
}

const settings = settingsOf<CallingSettingsRow>({
  ...{ type: 'calling-settings', entity: CallingSettingsRows, action: 'calling:manage', byDefault: callingByDefault },
})

/** Returns the settings of calls in force, without checking rights. */
export const findCallingSettings = settings.inForce

/** Returns what the office does today with calls without right, and the day from which it will do something. */
export async function findGate() {
  const row = await settings.inForce()
  const gate = gateOn(row, today())
  return { gate, from: gate === 'off' && row.gate !== 'off' ? row.callGateFrom : undefined }
}

const shown = (row: CallingSettingsRow) => ({ ...row, inForce: gateOn(row, today()) })

/** Returns the settings of calls to an admin. Throws 403 for others. */
export const readCallingSettings = async (actor: Caller) => shown(await settings.read(actor))

/**
 * Stores the settings of calls and returns them; a gate that begins to warn is told to the other admins (market 67e).
 * Throws 409 when somebody else changed them since `If-Match`, and the errors of `chooseGate`.
 */
export const changeCallingSettings = (actor: Caller, form: CallingSettings) =>
  settings.edit(
    actor,
    async (before) => {
      const { consentMonths, firstCallMonths, keepYears } = form
      const chosen = chooseGate(before, form)
      const after = { ...before, ...chosen, consentMonths, firstCallMonths, keepYears }
      const { warnUntil, warnReason } = chosen
      const isToTell = warnUntil !== undefined && warnUntil !== before.warnUntil
      return { after, notify: isToTell ? await tellAdmins(actor, warnUntil, warnReason) : [] }
    },
    shown,
  )

/**
 * Returns the gate that an admin chose, with its days. Throws 422 for a gate that holds and would open again, for a day
 * that has passed or is more than 30 days ahead, and for a warning without a reason. A warning that goes on keeps its
 * last day.
 */
function chooseGate(before: CallingSettingsRow, { gate, callGateFrom, warnReason }: CallingSettings) {
  const day = today()
  if (gate === 'off') {
    if (gateOn(before, day) !== 'off') throw unprocessable('Kies waarschuwen of blokkeren', 'gate')
    return { gate, callGateFrom: undefined, warnReason: undefined, warnUntil: undefined }
  }
  const from = callGateFrom ?? before.callGateFrom ?? day
  if (from !== before.callGateFrom || before.gate === 'off') requirePossibleStart(before, from, day)
  if (gate === 'block') return { gate, callGateFrom: from, warnReason: undefined, warnUntil: undefined }
  const isGoingOn = before.gate === 'warn' && before.warnUntil !== undefined && before.warnUntil >= day
  if (isGoingOn && from === before.callGateFrom) {
    return { gate, callGateFrom: from, warnReason: before.warnReason, warnUntil: before.warnUntil }
  }
  if (!warnReason) throw unprocessable('Vul in waarom jullie nog blijven bellen', 'warnReason')
  const first = from > day ? from : day
  return { gate, callGateFrom: from, warnReason, warnUntil: addDays(first as LocalDate, WARNED_DAYS) }
}

function requirePossibleStart(before: CallingSettingsRow, from: string, day: LocalDate): void {
  if (gateOn(before, day) !== 'off') throw unprocessable('Deze dag ligt vast, want de keuze geldt al', 'callGateFrom')
  if (from < day) throw unprocessable('Kies vandaag of een latere dag', 'callGateFrom')
  if (from > addDays(day, MOST_DAYS_AHEAD)) throw unprocessable('Kies een dag binnen 30 dagen', 'callGateFrom')
}

const tellAdmins = async (actor: Caller, until: string, reason = ''): Promise<Notice[]> =>
  (await findAdminsToMail(actor.id)).map(({ id: to }) => ({
    ...{ kind: 'calls-warned', to, subject: 'calling', facts: { until: until as LocalDate, reason } },
  }))
