import { randomUUID } from 'node:crypto'

/** EAN (number of an energy connection) of the test sales that have one. */
export const EAN = '871687000000123456'

/** Returns the body that registers a sale, with a unique SalesDock ID, changed by `form`. */
export const buildSaleForm = (form: object = {}) => ({
  customerName: 'Bakkerij De Molen',
  customerPhone: '0475 123456',
  address: 'Markt',
  houseNumber: '12',
  postalCode: '6041 EL',
  city: 'Roermond',
  provider: 'eneco',
  productType: 'gas_stroom',
  contractLength: '3_jaar',
  market: 'zakelijk',
  salesDockId: `SD-${randomUUID().slice(0, 13)}`,
  iban: 'NL91 ABNA 0417 1643 00',
  bankAccountHolder: 'B. de Molen',
  ...form,
})
