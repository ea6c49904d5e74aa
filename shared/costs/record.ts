import { orNull, requireText, teamId } from '../api/parts/fields.ts'
import { own } from '../values/field.ts'
import {
  attributes,
  day,
  kept,
  money,
  person,
  personOrNone,
  reference,
  requiredDay,
  requiredReference,
  requiredText,
  shown,
  standard,
  stored,
  teamOrNone,
  text,
  yesOrNo,
} from '../values/kinds.ts'
import { record } from '../values/record.ts'
import * as z from '../zod.ts'

const { must, number, optionalNumber, flag } = attributes

/** Scopes of a fixed cost. */
export const costScopes = ['organisation', 'team', 'person'] as const
export type CostScope = (typeof costScopes)[number]
export const costScopeLabels: Record<CostScope, string> = {
  organisation: 'Organisatie',
  team: 'Team',
  person: 'Persoon',
}

const period = {
  effectiveFrom: requiredDay({ label: 'Vanaf', form: 'period', card: null }),
  /** Last day; absent while no end is set. */
  effectiveTo: day({ label: 'Tot en met', hint: 'Leeg = loopt door.', form: 'period', card: null }),
} as const

/** Euros that an hour of a person costs, from a day on. Periods of one person do not overlap. */
export const userRate = record(
  { noun: { the: 'het', one: 'tarief', many: 'tarieven' }, groups: ['who', 'rate', 'period'], cards: [] },
  {
    userId: {
      ...requiredReference('Kies een medewerker', '/api/users'),
      field: { label: 'Medewerker', format: 'own', form: own('who'), card: null, history: 'user' },
    },
    user: person({ label: 'Medewerker', card: null }),
    hourlyRate: money('Uurloon moet positief zijn', { label: 'Uurloon', form: 'rate', card: null }),
    ...period,
    /**
     * True to end the person's earlier rate that has no last day. In the same transaction, that rate then gets the day
     * before the new rate begins as its last day.
     */
    endsPrevious: {
      typed: z.boolean().optional().meta({ 'x-not-stored': true }),
      field: {
        label: 'Huidig tarief eindigt',
        format: 'flag',
        form: own('period'),
        card: null,
        history: 'effectiveTo',
      },
    },
    ...standard,
  },
)

export const UserRate = z.object(userRate.shown)
export type UserRate = z.output<typeof UserRate>
export const NewUserRate = z.object(userRate.typed)

export const costCategory = record(
  { noun: { the: 'de', one: 'categorie', many: 'categorieën' }, groups: ['text', 'state'], cards: [] },
  {
    name: {
      ...requiredText('', { label: 'Naam', form: 'text', card: null }),
      typed: requireText('Naam is verplicht', 80).meta({ 'x-unique': true }),
    },
    sortName: stored(must),
    description: text({ label: 'Omschrijving', form: 'text', card: null }),
    /** True when the category is offered for new costs; existing costs keep an inactive one. */
    isActive: yesOrNo('switch', {
      label: 'Actief',
      hint: 'Uit: niet te kiezen bij nieuwe kosten. Bestaande houden de categorie.',
      form: 'state',
      card: null,
    }),
    /** Number of fixed costs in this category, written in the transactions of those costs. */
    used: { ...kept(z.int(), number), field: { label: 'Gebruikt door', format: 'count', card: null } },
    ...standard,
  },
)

export const CostCategory = z.object(costCategory.shown)
export type CostCategory = z.output<typeof CostCategory>
export const NewCostCategory = z.object(costCategory.typed)

/**
 * A cost that returns each month of its period, stored as one rule and not as a row per month. The whole amount counts
 * in each month that the period touches.
 */
export const fixedCost = record(
  {
    noun: { the: 'de', one: 'vaste kosten', many: 'vaste kosten' },
    groups: ['what', 'who', 'description', 'period', 'state'],
    cards: [],
  },
  {
    categoryId: {
      ...requiredReference('Kies een categorie', '/api/cost-categories'),
      field: { label: 'Categorie', format: 'own', form: own('what'), card: null, history: 'category' },
    },
    category: {
      ...shown(z.object({ id: z.string(), name: z.string() })),
      field: { label: 'Categorie', format: 'name', card: null },
    },
    monthlyAmount: money('Bedrag moet positief zijn', { label: 'Bedrag per maand', form: 'what', card: null }),
    scope: {
      ...kept(z.enum(costScopes), { type: costScopes, required: true }),
      field: { label: 'Geldt voor', format: costScopeLabels, form: own('who'), card: null },
    },
    /** Person whom the cost is for. Without a person and a team, the cost is for the organisation. */
    userId: {
      ...reference('/api/users'),
      field: { label: 'Persoon', format: 'own', form: own('who'), card: null, history: 'user' },
    },
    user: personOrNone({ label: 'Persoon', card: null }),
    /**
     * Id of the team; for a cost of a person, of the team in which it counts. Absent for the organisation, and for a
     * person without a team.
     */
    teamId: {
      ...kept(orNull(z.int()), optionalNumber),
      typed: teamId.nullish().meta({ 'x-instead-of': 'userId' }),
      field: { label: 'Team', format: 'own', form: own('who'), card: null, history: 'team' },
    },
    team: teamOrNone({ label: 'Team', card: null }),
    description: text({ label: 'Omschrijving', form: 'description', card: null }),
    ...period,
    /** Last day, or that of no end. */
    endsOn: stored(must),
    personKey: stored(must),
    teamKey: stored(must),
    isActive: yesOrNo('switch', {
      ...{ label: 'Actief', hint: 'Uit: telt in geen enkele maand mee.', form: 'state', card: null },
    }),
    /** Licence of a zzp'er, kept by the system (decision 82); only its payment status is set by hand, at the person. */
    isLicence: { ...kept(z.boolean(), flag), field: { label: 'Licentie', format: 'flag', card: null } },
    ...standard,
  },
)

export const FixedCost = z.object(fixedCost.shown)
export type FixedCost = z.output<typeof FixedCost>
export const NewFixedCost = z.object(fixedCost.typed)
