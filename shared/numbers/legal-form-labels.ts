import type { LegalForm } from './legal-forms.ts'

export const legalFormLabels: Record<LegalForm, string> = {
  bv: 'Besloten vennootschap (bv)',
  nv: 'Naamloze vennootschap (nv)',
  stichting: 'Stichting',
  vereniging: 'Vereniging',
  vve: 'Vereniging van eigenaren (VvE)',
  cooperatie: 'Coöperatie',
  owm: 'Onderlinge waarborgmaatschappij',
  kerk: 'Kerkgenootschap',
  overheid: 'Overheid',
  foreign: 'Buitenlandse rechtspersoon',
  eenmanszaak: 'Eenmanszaak',
  vof: 'Vennootschap onder firma (vof)',
  maatschap: 'Maatschap',
  cv: 'Commanditaire vennootschap (cv)',
  io: 'Bv in oprichting',
  unknown: 'Onbekend',
}
