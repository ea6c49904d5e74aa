/** Meanings of a column about the customer, in a sheet of leads or contracts, with their labels. */
export const customerColumnLabels = {
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
} as const
