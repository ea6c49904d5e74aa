/** Markets of a customer: a household or a business. */
export const markets = ['particulier', 'zakelijk'] as const
export type Market = (typeof markets)[number]
export const marketLabels: Record<Market, string> = { particulier: 'Particulier', zakelijk: 'Zakelijk' }

/** Energy that a contract delivers. */
export const energyTypes = ['gas_stroom', 'stroom', 'gas'] as const
export type EnergyType = (typeof energyTypes)[number]
export const energyTypeLabels: Record<EnergyType, string> = {
  gas_stroom: 'Gas en stroom',
  stroom: 'Stroom',
  gas: 'Gas',
}
