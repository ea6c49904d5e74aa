/** A font, which the bundler imports as bytes. */
declare module '*.ttf' {
  const bytes: Uint8Array
  export default bytes
}
