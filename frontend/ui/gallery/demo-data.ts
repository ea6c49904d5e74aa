import type { Tone } from '../badge.tsx'

export interface DemoAppointment {
  readonly id: string
  readonly start: string
  readonly customer: string
  readonly city: string
  readonly agent: { readonly id: string; readonly name: string }
  readonly product: string
  readonly status: DemoStatus
  readonly amount: number
}

export const statuses = {
  scheduled: { label: 'Gepland', tone: 'purple' },
  sale: { label: 'Sale', tone: 'ok' },
  'no-sale': { label: 'No Sale', tone: 'bad' },
  'quote-sent': { label: 'Offerte gestuurd', tone: 'warn' },
  awaiting: { label: 'In afwachting klant', tone: 'info' },
  cancelled: { label: 'Geannuleerd', tone: 'neutral' },
} as const satisfies Record<string, { label: string; tone: Tone }>
export type DemoStatus = keyof typeof statuses

export const people = [
  'Sophie van Dam',
  'Niels Postma',
  'Tim Kuiper',
  'Yara Bouzid',
  'Eva Willems',
  'Ruben de Groot',
  'André Çelik',
  'Fleur van der Meer',
].map((name, index) => ({ id: `user-${index * 7 + 3}`, name }))

const customers = [
  'Supermarkt De Boer',
  'Autobedrijf Hendriks',
  'Tandartspraktijk Vondelpark',
  'Zorggroep Westland',
  'Bakkerij De Korenaar',
  'Kwekerij Het Groene Hart',
  'Slagerij Jansen',
  'Hotel Zonneweelde',
  'Drukkerij Van Leeuwen',
  'Fitness Centrum Noord',
  'Transportbedrijf Mulder',
]
const cities = ['Amsterdam', 'Breda', 'Eindhoven', 'Utrecht', 'Rotterdam', 'Arnhem', '’s-Hertogenbosch']
const products = ['Stroom & gas 3 jaar', 'Gas 1 jaar', 'Groene stroom 3 jaar', 'Stroom 5 jaar vast']
const statusNames = Object.keys(statuses) as DemoStatus[]

/** Made-up appointments, the same at every start. */
export function makeAppointments(count: number): DemoAppointment[] {
  let seed = 7
  const roll = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return Math.floor((seed / 2147483648) * below)
  }
  const pick = <T>(from: readonly T[]): T => from[roll(from.length)] as T
  return Array.from({ length: count }, (_, index) => ({
    id: `a${index}`,
    start: new Date(Date.UTC(2026, 10, 1, 8, 45) + index * 5_400_000).toISOString(),
    customer: pick(customers),
    city: pick(cities),
    agent: pick(people),
    product: pick(products),
    status: pick(statusNames),
    amount: Math.round(roll(480_000) + 12_000) / 100,
  }))
}
