/** The writer of exceljs alone, of which the library has no types of its own. */
declare module 'exceljs/lib/stream/xlsx/workbook-writer.js' {
  import { stream } from 'exceljs'
  export default stream.xlsx.WorkbookWriter
}
