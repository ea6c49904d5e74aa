/** Reason to refuse a file as a whole, never for a fault in one row (rulings 54). */
export type SpreadsheetFault =
  | 'not-a-spreadsheet'
  | 'encrypted'
  | 'corrupt'
  | 'too-large'
  | 'macros'
  | 'unsafe'
  | 'empty'
  | 'no-header'
  | 'old-workbook'
  | 'no-uploader'

/** Error of a file that cannot be imported; its message is in Dutch, for the user. */
export class SpreadsheetError extends Error {
  override readonly name = 'SpreadsheetError'
  readonly fault: SpreadsheetFault

  constructor(fault: SpreadsheetFault, message: string = texts[fault], options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}

const texts: Record<SpreadsheetFault, string> = {
  'not-a-spreadsheet': 'Dit bestand is geen spreadsheet. Upload een .xlsx-, .xls- of .csv-bestand.',
  encrypted: 'Dit bestand is met een wachtwoord beveiligd. Haal de beveiliging eraf en upload het opnieuw.',
  corrupt:
    'Dit bestand is beschadigd of niet volledig. Open het in Excel en sla het opnieuw op. Upload het dan nog een keer.',
  'too-large': 'Dit bestand is te groot. Splits het in kleinere bestanden.',
  macros: 'Dit bestand bevat macro’s en wordt daarom niet gelezen. Sla het op als .xlsx zonder macro’s.',
  unsafe: 'Geweigerd: dit bestand bevat onderdelen die niet in een spreadsheet horen.',
  empty: 'Dit bestand bevat geen gegevens.',
  'old-workbook': 'Een .xls-bestand kan hier niet. Sla het op als .xlsx.',
  'no-header': 'We herkennen de kolommen niet.',
  'no-uploader': 'De uploader is onbekend of mag niet meer uploaden. Upload het bestand op het scherm.',
}
