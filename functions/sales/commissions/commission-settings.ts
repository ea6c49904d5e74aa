import type { CommissionSettings } from '../../../shared/api/schemas/rates.ts'
import {
  type CoolingOffDays,
  type CoolingOffRules,
  defaultCoolingOffDays,
  earningDays,
} from '../../../shared/cooling-off/cooling-off.ts'
import { defaultHolidays } from '../../../shared/cooling-off/holidays.ts'
import { editConflict, forbidden, invalid, unprocessable } from '../../../shared/errors.ts'
import { localDateOf, now } from '../../../shared/time.ts'
import type { Caller } from '../../platform/actor.ts'
import { condition, type GuardedWrite } from '../../platform/data/commit.ts'
import { canBe, defineEntity, primary, type RowOf, text } from '../../platform/data/table.ts'
import { mapFormFields } from '../../records/form.ts'
import { settingsOf } from '../../records/settings.ts'
import { lastFact } from '../amounts/amount-facts.ts'
import type { CommissionRow } from '../commission-entity.ts'
import { NOBODY } from '../entity.ts'

/**
 * Limits for people who set amounts by hand, and the values of the bedenktijd; absent until somebody changes them.
 *
 * | Read         | Index   | Key |
 * | the settings | primary | ·   |
 */
export const StoredCommissionSettings = defineEntity('commissionsettings', {
  attributes: {
    id: { type: 'string', required: true },
    version: { type: 'number', required: true },
    /** Largest multiple of the rate that anybody but an admin may set. */
    commissionCeiling: { type: 'number', required: true },
    /** First day of selling of sales that are held during their bedenktijd; absent while none is. */
    coolingOffFrom: text,
    /** Absent: the day after the bedenktijd once sales are held, until then the day of the sale. */
    earnedAt: { type: earningDays },
    coolingOffDays: canBe<CoolingOffDays[]>(),
    legalHolidays: { type: 'list', items: { type: 'string' } },
  },
  indexes: { primary: primary('settings#${id}', 'settings') },
})
type SettingsRow = RowOf<typeof StoredCommissionSettings, 'coolingOffDays'>

export const COMMISSION_SETTINGS_ID = 'commissions'
const byDefault: SettingsRow = {
  ...{ id: COMMISSION_SETTINGS_ID, version: 0, commissionCeiling: 3, coolingOffFrom: undefined, earnedAt: undefined },
  ...{ coolingOffDays: undefined, legalHolidays: undefined },
}

const settings = settingsOf<SettingsRow>({
  ...{ type: 'commission-settings', entity: StoredCommissionSettings, action: 'commission-rate:manage', byDefault },
})
/** Returns the settings with the values of the law where nobody changed them. */
const withDefaults = (row: SettingsRow) => ({
  ...row,
  earnedAt: row.earnedAt ?? (row.coolingOffFrom === undefined ? ('sale' as const) : ('cooledOff' as const)),
  coolingOffDays: (row.coolingOffDays ?? defaultCoolingOffDays).map(({ market, provider, days }) => ({
    ...{ market, provider, days },
  })),
  legalHolidays: row.legalHolidays ?? [...defaultHolidays],
})

/** Returns the settings of commissions to an admin. Throws 403 for others. */
export const readCommissionSettings = async (actor: Caller) => withDefaults(await settings.read(actor))

const stored = mapFormFields<SettingsRow>()()

/**
 * Stores the settings of commissions; existing amounts stay, and sales keep the last day of their bedenktijd. Throws
 * 422 for a new first day before today, 409 after another change since `If-Match`.
 */
export const saveCommissionSettings = (actor: Caller, wanted: CommissionSettings) =>
  settings.edit(actor, withDefaults, (before) => {
    const after = { ...before, ...stored.changed(wanted) }
    const { coolingOffFrom: from } = after
    if (from !== undefined && from !== before.coolingOffFrom && from < localDateOf(now())) {
      throw unprocessable('Kies vandaag of een latere dag', 'coolingOffFrom')
    }
    return { after }
  })

/** Settings about the bedenktijd (cooling-off period). */
export interface CoolingOffSettings extends CoolingOffRules {
  readonly version: number
  /** First day of selling of sales that are held; undefined while none is. */
  readonly coolingOffFrom: string | undefined
  readonly earnedAt: (typeof earningDays)[number]
}

/** Reads the settings about the bedenktijd, strongly consistent. */
export const readCoolingOffSettings = async (): Promise<CoolingOffSettings> => withDefaults(await settings.inForce())

/** Returns the condition that these settings did not change since they were read; 409 otherwise. */
export const requireSameSettings = ({ version }: Pick<CoolingOffSettings, 'version'>): GuardedWrite =>
  condition(
    StoredCommissionSettings.delete({ id: COMMISSION_SETTINGS_ID }).where((row, { eq, notExists }) =>
      version === 0 ? notExists(row.version) : eq(row.version, version),
    ),
    () => editConflict('de instellingen'),
  )

type Amounts = Pick<CommissionRow, 'agentCommission' | 'callerCommission'>

/**
 * Throws 400 when a changed amount differs from the rate and has no reason. Throws 403 above the ceiling (a multiple of
 * the rate, 0 without a rate), except for admins (decision 78).
 */
export async function refuseAmounts(
  actor: Caller,
  row: CommissionRow,
  wanted: Amounts,
  reason: string | null | undefined,
): Promise<void> {
  const changed = (
    [
      ['agent', row.agentPayee, row.agentCommission, wanted.agentCommission],
      ['caller', row.callerPayee, row.callerCommission, wanted.callerCommission],
    ] as const
  ).flatMap(([as, payee, before, amount]) => {
    const rate = lastFact(row.amountFacts, as)?.rate?.amount
    return payee === NOBODY || before === amount ? [] : [{ amount, rate }]
  })
  if (!reason && changed.some(({ amount, rate = 0 }) => amount !== rate)) throw reasonMissing()
  if (actor.role === 'admin' || changed.length === 0) return
  const { commissionCeiling } = await settings.inForce()
  if (changed.some(({ amount, rate = 0 }) => amount > Math.round(rate * commissionCeiling))) {
    throw forbidden(`Alleen een beheerder gaat boven ${String(commissionCeiling).replace('.', ',')} × het tarief`)
  }
}

const reasonMissing = () => invalid('Vul in waarom het bedrag afwijkt van het tarief', 'reason')
