/** Meanings of a column in a sheet of leads, with their labels (rulings 53). */
export const leadColumnLabels = {
  customerName: 'Klantnaam',
  firstName: 'Voornaam',
  namePrefix: 'Tussenvoegsel',
  lastName: 'Achternaam',
  companyName: 'Bedrijfsnaam',
  contactName: 'Contactpersoon',
  address: 'Adres',
  houseNumber: 'Huisnummer',
  houseNumberAddition: 'Toevoeging',
  postalCode: 'Postcode',
  city: 'Plaats',
  email: 'E-mail',
  phone: 'Telefoon',
  doNotCall: 'Niet bellen',
  mayCall: 'Mag gebeld worden',
  currentSupplier: 'Leverancier',
  contractEndDate: 'Einddatum contract',
  energyType: 'Energietype',
  monthlyAmount: 'Maandbedrag',
  consumption: 'Verbruik',
  source: 'Bron',
  status: 'Status',
  priority: 'Prioriteit',
  notes: 'Notities',
  consentSource: 'Toestemming',
  consentDate: 'Toestemming op',
  callBackDate: 'Terugbellen op',
  callBackTime: 'Terugbellen om',
} as const

export type LeadColumn = keyof typeof leadColumnLabels
export const leadColumns = Object.keys(leadColumnLabels) as [LeadColumn, ...LeadColumn[]]
