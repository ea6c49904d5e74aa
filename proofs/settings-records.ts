import { buildSettingsForm } from '../testing/invoices.ts'
import type { World } from '../testing/world.ts'
import { type Cast, sessionFor } from './cast.ts'

interface StoredSettings {
  readonly id: string
  readonly remove: () => Promise<unknown>
  /** Body that stores the settings. */
  readonly body: object
}

/** Settings that everybody shares, by their path. */
const shared: Readonly<Record<string, () => Promise<StoredSettings>>> = {
  '/api/self-billing/settings': async () => {
    const { InvoiceSettings, SETTINGS_ID: id } = await import('../functions/company/service.ts')
    return { id, remove: () => InvoiceSettings.delete({ id }).go(), body: buildSettingsForm() }
  },
  '/api/appointment-settings': async () => {
    const { MAIL_SETTINGS_ID: id, MailSettings } = await import('../functions/appointments/mails/settings.ts')
    const body = { sendConfirmations: true, sendReminders: true }
    return { id, remove: () => MailSettings.delete({ id }).go(), body }
  },
  '/api/contracts/settings': async () => {
    const { CONTRACT_SETTINGS_ID: id, ContractSettingsRows } = await import('../functions/contracts/settings.ts')
    const body = { contractRetentionMonths: 24, sendReminders: true }
    return { id, remove: () => ContractSettingsRows.delete({ id }).go(), body }
  },
  '/api/erasures/settings': async () => {
    const { RETENTION_SETTINGS_ID: id, RetentionSettingsRows } = await import(
      '../functions/erasures/retention-settings.ts'
    )
    return { id, remove: () => RetentionSettingsRows.delete({ id }).go(), body: { leadMonths: 24 } }
  },
  '/api/settings/calling': async () => {
    const { CallingSettingsRows } = await import('../functions/numbers/entity.ts')
    const body = { gate: 'off', callGateFrom: null, consentMonths: 12, firstCallMonths: 6, keepYears: 5 }
    return { id: 'calling', remove: () => CallingSettingsRows.delete({ id: 'calling' }).go(), body }
  },
  '/api/commission-rates/settings': async () => {
    const { COMMISSION_SETTINGS_ID: id, StoredCommissionSettings } = await import(
      '../functions/sales/commissions/commission-settings.ts'
    )
    return { id, remove: () => StoredCommissionSettings.delete({ id }).go(), body: { commissionCeiling: 3 } }
  },
}

/** Deletes the settings at a path and stores new ones, which get version 1; returns their id, null for another path. */
export async function renewSettings(world: World, cast: Cast, path: string): Promise<string | null> {
  const settings = await shared[path]?.()
  if (!settings) return null
  await settings.remove()
  await world.call('PUT', path, { as: await sessionFor(world, cast.admin), body: settings.body })
  return settings.id
}
