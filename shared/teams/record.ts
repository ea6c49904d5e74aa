import { instant, nameText, office, officeLabels, offices } from '../api/parts/fields.ts'
import { own } from '../values/field.ts'
import { attributes, kept, shown, stored } from '../values/kinds.ts'
import { record } from '../values/record.ts'
import * as z from '../zod.ts'

const { must, number } = attributes
/** Number that only admins see. */
const count = z.int().optional()

/** A team of people, at one office; `version` and the counts (of this month; active members) are for admins only. */
export const team = record(
  { noun: { the: 'het', one: 'team', many: 'teams' }, groups: ['team'], cards: ['head'] },
  {
    id: kept(z.int(), number),
    name: {
      ...{ ...kept(z.string(), must), typed: nameText('Teamnaam is verplicht') },
      field: { label: 'Teamnaam', form: own('team'), card: own('head') },
    },
    sortName: stored(must),
    office: {
      ...{ ...kept(office, { type: offices, required: true }), typed: office.default('roermond') },
      field: { label: 'Kantoor', format: officeLabels, form: own('team'), card: own('head') },
    },
    createdAt: kept(instant, must),
    updatedAt: kept(instant, must),
    version: kept(count, number),
    memberCount: shown(count),
    appointmentsCount: shown(count),
    salesCount: shown(count),
  },
)

/** Words and places of the fields of a team. */
export const teamFields = team.fields
