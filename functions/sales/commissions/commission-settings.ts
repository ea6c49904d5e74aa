import type { EntityItem } from 'electrodb'
import type { CommissionSettings } from '../../../shared/api/schemas/rates.ts'
import { AppError, forbidden } from '../../../shared/errors.ts'
import type { Whole } from '../../../shared/whole.ts'
import type { Caller } from '../../platform/actor.ts'
import { Entity, entityModel, primary, store } from '../../platform/data/table.ts'
import { mapFormFields } from '../../records/form.ts'
import { settingsOf } from '../../records/settings.ts'
import { lastFact } from '../amounts/amount-facts.ts'
import type { CommissionRow } from '../commission-entity.ts'
import { NOBODY } from '../entity.ts'

/**
 * Limits for people who set amounts by hand; absent until somebody changes them.
 *
 * | Read         | Index   | Key |
 * | the settings | primary | ·   |
 */
export const StoredCommissionSettings = new Entity(
  {
    model: entityModel('commissionsettings'),
    attributes: {
      id: { type: 'string', required: true },
      version: { type: 'number', required: true },
      /** Largest multiple of the rate that anybody but an admin may set. */
      commissionCeiling: { type: 'number', required: true },
    },
    indexes: {
      primary: primary('settings#${id}', 'settings'),
    },
  },
  store,
)
type SettingsRow = Whole<EntityItem<typeof StoredCommissionSettings>>

export const COMMISSION_SETTINGS_ID = 'commissions'
const byDefault: SettingsRow = { id: COMMISSION_SETTINGS_ID, version: 0, commissionCeiling: 3 }

const settings = settingsOf<SettingsRow>({
  ...{ type: 'commission-settings', entity: StoredCommissionSettings, action: 'commission-rate:manage', byDefault },
})
export const { read: readCommissionSettings } = settings

const stored = mapFormFields<SettingsRow>()()

/**
 * Stores the limits for amounts set by hand; existing amounts stay. Throws 409 after another change since `If-Match`.
 */
export const saveCommissionSettings = (actor: Caller, wanted: CommissionSettings) =>
  settings.change(actor, stored.created(wanted))

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

const REASON = 'Vul in waarom het bedrag afwijkt van het tarief'
const reasonMissing = () => new AppError('invalid', REASON, { errors: { reason: [REASON] } })
