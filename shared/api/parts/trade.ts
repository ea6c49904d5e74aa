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

export const providers = ['vattenfall', 'engie', 'next_energy', 'greenchoice', 'eneco', 'serviceconnect'] as const
export type Provider = (typeof providers)[number]
export const providerLabels: Record<Provider, string> = {
  vattenfall: 'Vattenfall',
  engie: 'ENGIE',
  next_energy: 'Next Energy',
  greenchoice: 'Greenchoice',
  eneco: 'Eneco',
  serviceconnect: 'ServiceConnect',
}

export const contractLengths = ['1_jaar', '3_jaar'] as const
export type ContractLength = (typeof contractLengths)[number]
export const contractLengthLabels: Record<ContractLength, string> = { '1_jaar': '1 jaar', '3_jaar': '3 jaar' }
export const contractYears: Record<ContractLength, number> = { '1_jaar': 1, '3_jaar': 3 }
