/*
 * Globals that shared code may use: browsers and Node both have them, and the library of ECMAScript does not declare
 * them. Only the project of shared code reads this file; the others get these globals from the DOM or from Node.
 */

declare function atob(text: string): string
declare function btoa(bytes: string): string

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}

declare class TextDecoder {
  constructor(encoding: string, options?: { readonly fatal?: boolean })
  decode(bytes: Uint8Array): string
}

interface File {
  readonly name: string
  readonly size: number
  readonly type: string
}
