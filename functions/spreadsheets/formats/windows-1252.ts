/** Characters of Windows-1252 at 0x80 to 0x9F, where Latin-1 has controls; the five unused bytes stay as they are. */
const SIGNS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/**
 * Decodes bytes of Windows-1252. Uses a table, because the `TextDecoder` of some Node versions decodes them as Latin-1.
 */
export const fromWindows1252 = (bytes: Buffer): string =>
  bytes.toString('latin1').replace(/[\x80-\x9f]/g, (control) => SIGNS.charAt(control.charCodeAt(0) - 0x80))

/** Tells whether an encoding name means Windows-1252; browsers treat Latin-1 and ASCII as Windows-1252 too. */
export const isWindows1252 = (encoding: string): boolean =>
  /^(windows-?1252|cp-?1252|iso-?8859-1|latin1|us-ascii)$/i.test(encoding)
