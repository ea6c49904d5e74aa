import type { Declaration } from '../../shared/declaration.ts'

export const domain = {
  imports: ['records', 'export', 'spreadsheets', 'people/service.ts'],
  groups: { costs: { about: 'Hours of people and fixed costs', isLarge: true, loadsLater: true, deletes: true } },
  isProtected: true,
  rows: {
    hours: {
      kind: 'hours',
      writes: ['api-costs', 'outbox'],
      reads: ['api-costs', 'outbox'],
      lists: { 'hours#': ['api-costs', 'api-erasures', 'outbox'] },
    },
    userrate: {
      kind: 'hourlyRate',
      writes: ['api-costs', 'outbox'],
      reads: ['api-costs'],
      lists: { userrates: ['api-costs'], 'userrates#': ['api-costs', 'api-erasures', 'outbox'] },
    },
    ratecalendar: { kind: 'hourlyRate', writes: ['api-costs'], reads: ['api-costs', 'outbox'] },
    costcategory: {
      kind: 'fixedCost',
      writes: ['api-costs', 'outbox', 'fixed-cost-sync'],
      reads: ['api-costs', 'outbox', 'fixed-cost-sync'],
      lists: { costcategories: ['api-costs', 'api-reports'] },
    },
    costname: {
      kind: 'fixedCost',
      writes: ['api-costs', 'outbox', 'fixed-cost-sync'],
      reads: ['outbox', 'fixed-cost-sync'],
    },
    fixedcost: {
      kind: 'fixedCost',
      writes: ['api-costs', 'outbox', 'fixed-cost-sync'],
      reads: ['api-costs'],
      lists: {
        fixedcosts: ['api-costs', 'api-reports', 'fixed-cost-sync'],
        'fixedcosts#': ['outbox', 'fixed-cost-sync'],
      },
    },
  },
  named: ['hours', 'hourlyRate', 'fixedCost'],
  work: { 'hours-priced': ['hours'] },
} satisfies Declaration
